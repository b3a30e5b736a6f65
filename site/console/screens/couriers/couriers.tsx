import { unwrap } from '../../../../shared/client/http/errors.ts'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { office } from '../../messages/office.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { titles } from '../../messages/screens.ts'
import { CourierPanel } from './courier.tsx'
import { courierFields, courierNames, courierRules, routesText } from './fields.ts'
import rules from './rules.data.ts'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** The couriers. */
export default function Couriers() {
  const list = useList(['couriers', 'all'], (page) => api.GET('/api/v1/couriers', { params: { query: page } }))
  return (
    <ListScreen
      title={titles.couriers}
      address="/console/couriers"
      list={list}
      columns={[
        { title: messages.name, cell: ({ full_name }) => <Cut text={full_name} /> },
        { title: office.status, cell: ({ status }) => <Status of="courier" status={status} /> },
        { title: messages.phone, cell: ({ phone }) => <Cut text={phone} /> },
        { title: messages.routes, cell: ({ preferred_routes }) => routesText(preferred_routes) },
        {
          title: messages.flightsDone,
          isNumeric: true,
          cell: ({ flights_completed }) => formatNumber(flights_completed),
        },
        {
          title: messages.delivered,
          isNumeric: true,
          cell: ({ packages_delivered }) => formatNumber(packages_delivered),
        },
        {
          title: messages.rating,
          isNumeric: true,
          cell: ({ rating }) => (rating === null ? '—' : formatNumber(rating)),
        },
      ]}
      card={(one) => ({
        title: one.full_name,
        status: <Status of="courier" status={one.status} />,
        lines: [
          [one.phone, one.rating !== null && `★ ${formatNumber(one.rating)}`],
          [routesText(one.preferred_routes)],
        ],
      })}
      create={hasRole(bookingRoles) && messages.create}
      empty={messages.empty}
      emptyHint={messages.emptyHint}
      panel={(id, close) => <CourierPanel key={id} id={id} onClose={close} />}
      form={(close) => (
        <FormDialog
          isPanel
          title={messages.create}
          id="new-courier"
          rules={courierRules(rules.create)}
          names={courierNames}
          fields={courierFields()}
          submit={messages.create}
          send={(body: Body<'post', '/api/v1/couriers'>, key) =>
            unwrap(
              api.POST('/api/v1/couriers', {
                params: { header: { 'Idempotency-Key': key } },
                body,
              }),
            )
          }
          onClose={close}
        />
      )}
    />
  )
}
