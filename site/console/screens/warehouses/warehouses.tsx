import { useLocation } from 'preact-iso/router'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { titles } from '../../messages/screens.ts'
import { warehouseFields } from './fields.ts'
import rules from './rules.data.ts'
import { WarehousePanel } from './warehouse.tsx'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

const address = '/console/warehouses'

/** The warehouses, and the one of the address in a panel. */
export default function Warehouses() {
  const { route } = useLocation()
  const list = useList(['warehouses', 'list'], (page) =>
    api.GET('/api/v1/warehouses', { params: { query: page } }),
  )
  return (
    <ListScreen
      title={titles.warehouses}
      address={address}
      list={list}
      columns={[
        { title: messages.name, cell: (one) => <bdi>{warehouseName(one)}</bdi> },
        { title: messages.code, cell: ({ code }) => <span class="code">{code}</span> },
        { title: messages.city, cell: ({ city }) => <Cut text={city} /> },
        { title: messages.airport, cell: ({ airport_code }) => airport_code },
        { title: messages.hours, cell: ({ hours }) => <Cut text={hours} /> },
        { title: messages.phone, cell: ({ phone }) => <Cut text={phone} /> },
      ]}
      create={hasRole(managerRoles) && messages.create}
      empty={messages.empty}
      emptyHint={messages.emptyHint}
      panel={(id, close) => <WarehousePanel key={id} id={id} onClose={close} />}
      form={(close) => (
        <FormDialog
          isPanel
          title={messages.create}
          id="new-warehouse"
          rules={rules.create}
          names={Object.keys(warehouseFields())}
          fields={warehouseFields()}
          submit={messages.create}
          send={(body: Body<'post', '/api/v1/warehouses'>, key) =>
            unwrap(
              api.POST('/api/v1/warehouses', {
                params: { header: { 'Idempotency-Key': key } },
                body,
              }),
            )
          }
          onClose={close}
          onDone={({ id }, isOpen) => isOpen && route(`${address}/${id}`, true)}
        />
      )}
    />
  )
}
