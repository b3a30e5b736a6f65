import { unwrap } from '../../../../shared/client/http/errors.ts'
import { bookingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Cut } from '../../list/cut.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatNumber } from '../../../staff/words/format.ts'
import { titles } from '../../words/screens.ts'
import { CourierPanel } from './courier.tsx'
import { courierFields, courierNames, routesText } from './fields.ts'
import rules from './rules.built.ts'
import { words } from './words.ts'
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
        { title: words.name, cell: ({ full_name }) => <Cut text={full_name} /> },
        { title: common.status, cell: ({ status }) => <Status of="courier" status={status} /> },
        { title: words.phone, cell: ({ phone }) => <Cut text={phone} /> },
        { title: words.routes, cell: ({ preferred_routes }) => routesText(preferred_routes) },
        {
          title: words.flightsDone,
          isNumeric: true,
          cell: ({ flights_completed }) => formatNumber(flights_completed),
        },
        {
          title: words.delivered,
          isNumeric: true,
          cell: ({ packages_delivered }) => formatNumber(packages_delivered),
        },
        {
          title: words.rating,
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
      create={hasRole(bookingRoles) && words.create}
      empty={words.empty}
      emptyHint={words.emptyHint}
      panel={(id, close) => <CourierPanel key={id} id={id} onClose={close} />}
      form={(close) => (
        <FormDialog
          isPanel
          title={words.create}
          id="new-courier"
          rules={rules.create}
          names={courierNames}
          fields={courierFields()}
          submit={words.create}
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
