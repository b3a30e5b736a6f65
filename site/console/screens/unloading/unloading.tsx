import { useSignal } from '@preact/signals'
import { useLocation, useRoute } from 'preact-iso'
import { CourierError, unwrap } from '../../../../shared/client/http/errors.ts'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Empty } from '../../../design/states.tsx'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { readScan, type Scanned } from '../../scan/label.ts'
import { ScanLine } from '../../scan/scan-line.tsx'
import { ListTable } from '../../list/list-table.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatTime } from '../../../staff/words/format.ts'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { titles } from '../../words/screens.ts'
import { UnloadingPanel } from './panel.tsx'
import { words } from './words.ts'

const address = '/console/unloading'
const storageKey = 'warehouse'

/** The unloadings of a warehouse. Scanning the label of a bag opens one. */
export default function Unloading() {
  const { route } = useLocation()
  const { params } = useRoute()
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'))
  const chosen = useSignal(localStorage.getItem(storageKey) ?? '')
  const all = warehouses.data?.body ?? []
  const id = all.find((one) => one.id === chosen.value)?.id ?? all[0]?.id ?? ''
  const list = useList(
    ['warehouse', id, 'unloadings'],
    (page) =>
      api.GET('/api/v1/warehouse/{id}/unloadings', {
        params: { path: { id }, query: page },
      }),
    { enabled: id !== '' },
  )
  async function begin(scanned: Scanned): Promise<string> {
    if (!('type' in scanned) || scanned.type !== 'bag')
      throw new CourierError({ status: 422, headers: new Headers() }, { detail: words.noBag })
    const unloading = await unwrap(
      api.POST('/api/v1/warehouse/{id}/unloadings', { params: { path: { id } }, body: { bag_id: scanned.id } }),
    )
    route(`${address}/${unloading.id}`)
    return words.begun
  }
  const open = params['id']
  return (
    <>
      <div class="head">
        <h1>{titles.unloading}</h1>
        <select
          class="dense"
          aria-label={words.warehouse}
          value={id}
          onChange={({ currentTarget }) => {
            localStorage.setItem(storageKey, currentTarget.value)
            chosen.value = currentTarget.value
          }}
        >
          {all.map((one) => (
            <option key={one.id} value={one.id}>
              {warehouseName(one)}
            </option>
          ))}
        </select>
      </div>
      <div class="stack">
        {id !== '' && !open && hasRole(handlingRoles) && (
          <ScanLine key={id} label={words.scanBag} read={readScan} act={begin} />
        )}
        {id !== '' && (
          <ListTable
            list={list}
            address={(one) => `${address}/${one.id}`}
            columns={[
              { title: words.begunAt, cell: ({ created_at }) => formatTime(created_at) },
              {
                title: common.status,
                cell: ({ status }) =>
                  status === 'OPEN' ? (
                    <Tag tone="needs">{words.open}</Tag>
                  ) : (
                    <Tag tone="done">{words.closed}</Tag>
                  ),
              },
              {
                title: words.bag,
                cell: ({ bag_id }) => (
                  <a href={`/console/bags/${bag_id}`} class="code">
                    {bag_id.slice(0, 8)}
                  </a>
                ),
              },
            ]}
            empty={<Empty title={words.empty} />}
          />
        )}
      </div>
      {open && <UnloadingPanel key={open} id={open} onClose={() => route(address)} />}
    </>
  )
}
