import { Plus } from 'lucide-preact'
import { useLocation, useRoute } from 'preact-iso'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../api/client.ts'
import { useList } from '../../api/read.ts'
import { hasRole } from '../../api/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { titles } from '../../words/screens.ts'
import { warehouseFields } from './fields.ts'
import rules from './rules.built.ts'
import { WarehousePanel } from './warehouse.tsx'
import { words } from './words.ts'

const address = '/console/warehouses'

/** The warehouses, and the one of the address in a panel. */
export default function Warehouses() {
  const { route } = useLocation()
  const { params } = useRoute()
  const list = useList(['warehouses', 'list'], (cursor) =>
    api.GET('/api/v1/warehouses', { params: { query: cursor === undefined ? {} : { cursor } } }),
  )
  const close = () => route(address)
  const open = params['id']
  return (
    <>
      <div class="head">
        <h1>{titles.warehouses}</h1>
        {hasRole(managerRoles) && (
          <a class="button primary" href={`${address}/new`} data-new>
            <Plus size={18} aria-hidden="true" />
            {words.create}
          </a>
        )}
      </div>
      <ListTable
        list={list}
        address={({ id }) => `${address}/${id}`}
        columns={[
          { title: words.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { title: words.code, cell: ({ code }) => <span class="code">{code}</span> },
          { title: words.city, cell: ({ city }) => <bdi>{city}</bdi> },
          { title: words.airport, cell: ({ airport_code }) => airport_code },
          { title: words.hours, cell: ({ hours }) => <bdi>{hours}</bdi> },
          { title: words.phone, cell: ({ phone }) => <bdi>{phone}</bdi> },
        ]}
        empty={
          <Empty title={words.empty}>
            <p>{words.emptyHint}</p>
          </Empty>
        }
      />
      {open === 'new' && (
        <FormDialog
          isPanel
          title={words.create}
          id="new-warehouse"
          rules={rules.create}
          names={Object.keys(warehouseFields())}
          fields={warehouseFields()}
          submit={words.create}
          send={(body, key) =>
            unwrap(
              api.POST('/api/v1/warehouses', {
                params: { header: { 'Idempotency-Key': key } },
                body: body as never,
              }),
            )
          }
          onClose={close}
          onDone={({ id }, isOpen) => isOpen && route(`${address}/${id}`, true)}
        />
      )}
      {open && open !== 'new' && <WarehousePanel key={open} id={open} onClose={close} />}
    </>
  )
}
