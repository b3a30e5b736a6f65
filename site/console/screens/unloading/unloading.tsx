import { useSignal } from '@preact/signals'
import { useLocation, useRoute } from 'preact-iso/router'
import { CourierError, unwrap } from '../../../../shared/client/http/errors.ts'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import { useList, useRead } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { readScan, type Scanned } from '../../scan/label.ts'
import { ScanLine } from '../../scan/scan-line.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { titles } from '../../messages/screens.ts'
import { ExpectedBags } from './expected.tsx'
import { Past } from './past.tsx'
import { UnloadingPanel } from './panel.tsx'
import { messages } from './messages.ts'

const address = '/console/unloading'
const storageKey = 'warehouse'
/** Milliseconds between reads of the unloadings: that of a bag which has arrived before is opened again without an event. */
const pollEvery = 10_000

/** The bags that a warehouse expects and has unloaded. Scanning the label of a bag opens an unloading. */
export default function Unloading() {
  const { route } = useLocation()
  const { params } = useRoute()
  const warehouses = useRead(['warehouses'], () => api.GET('/api/v1/warehouses'))
  const chosen = useSignal(localStorage.getItem(storageKey) ?? '')
  const all = warehouses.data?.body ?? []
  const warehouse = all.find((one) => one.id === chosen.value) ?? all[0]
  const id = warehouse?.id ?? ''
  const unloadings = useList(
    ['warehouse', id, 'unloadings'],
    (page) =>
      api.GET('/api/v1/warehouse/{id}/unloadings', {
        params: { path: { id }, query: { limit: 10, ...page } },
      }),
    { enabled: id !== '', pollEvery },
  )
  async function begin(scanned: Scanned): Promise<string> {
    // The code of a bag is its label, which others may have too: only the QR code names it.
    if (!('qr_code' in scanned) || !/^\{.*"t":\s*"bag"/.test(scanned.qr_code))
      throw new CourierError({ status: 422, headers: new Headers() }, { detail: messages.noBag })
    const unloading = await unwrap(
      api.POST('/api/v1/warehouse/{id}/unloadings', {
        params: { path: { id } },
        body: { qr_code: scanned.qr_code },
      }),
    )
    route(`${address}/${unloading.id}`)
    return messages.begun
  }
  const open = params['id']
  return (
    <>
      <div class="head">
        <h1>{titles.unloading}</h1>
        <select
          class="dense"
          hidden={!warehouse}
          aria-label={messages.warehouse}
          value={id}
          onChange={({ currentTarget }) => {
            localStorage.setItem(storageKey, currentTarget.value)
            chosen.value = currentTarget.value
          }}
        >
          {all.map((one) => (
            <option key={one.id} value={one.id} dir="auto">
              {warehouseName(one)}
            </option>
          ))}
        </select>
      </div>
      <div class="stack">
        <Loaded query={warehouses}>
          {() =>
            warehouse ? (
              <>
                {!open && hasRole(handlingRoles) && (
                  <ScanLine key={id} label={messages.scanBag} read={readScan} act={begin} />
                )}
                <ExpectedBags key={id} warehouse={warehouse} unloadings={unloadings} />
                <Past list={unloadings} />
              </>
            ) : (
              <Empty title={messages.noWarehouse}>
                <p>{messages.noWarehouseHint}</p>
              </Empty>
            )
          }
        </Loaded>
      </div>
      {open && <UnloadingPanel key={open} id={open} onClose={() => route(address)} />}
    </>
  )
}
