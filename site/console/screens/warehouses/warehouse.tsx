import { MapPin } from 'lucide-preact'
import { useLocation } from 'preact-iso/router'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { handlingRoles, managerRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Warehouse } from '../../../staff/api/records.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { ReadyShipments } from '../../../staff/ready/ready.tsx'
import { RecordActions } from '../../ui/record-actions.tsx'
import { Facts as FactList } from '../../ui/facts.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { warehouseName } from '../../../staff/ui/warehouse-name.ts'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { bookingRulesOf, shipmentGroups, useBookingFields } from '../shipments/booking.tsx'
import { formatCountry } from '../../../staff/messages/countries.ts'
import { Figures } from './figures.tsx'
import rules from './rules.data.ts'
import { ScanEvents } from './scan-events.tsx'
import { warehouseFields } from './fields.ts'
import { Gone, isGone } from '../../ui/gone.tsx'
import { messages } from './messages.ts'
import type { Body } from '../../../staff/api/body.ts'

/** A warehouse, with the work that is done in it. */
export function WarehousePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const warehouse = useRead(['warehouse', id], () =>
    api.GET('/api/v1/warehouses/{id}', { params: { path: { id } } }),
  )
  if (isGone(warehouse)) return <Gone onClose={onClose} />
  return (
    <Dialog
      panel
      title={<bdi>{warehouse.data ? warehouseName(warehouse.data.body) : common.loading}</bdi>}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={warehouse}>
        {({ body, etag }) => (
          <>
            <Actions warehouse={body} etag={etag ?? ''} />
            {hasRole(handlingRoles) && <ScanEvents warehouseId={id} />}
            <Figures id={id} />
            <Facts warehouse={body} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

const Facts = ({
  warehouse: { code, city, country, airport_code, address, hours, phone },
}: {
  warehouse: Warehouse
}) => {
  const place = [...new Set([...address.split(/,\s*/), city, formatCountry(country)])]
    .filter((part) => part !== '')
    .join(', ')
  const map = `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`
  return (
    <FactList
      facts={[
        [
          messages.address,
          place && (
            <>
              {place}{' '}
              <a class="row" href={map} target="_blank" rel="noreferrer">
                <MapPin size={16} aria-hidden="true" />
                {messages.map}
              </a>
            </>
          ),
        ],
        [messages.hours, hours],
        [messages.phone, phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>],
        [
          messages.code,
          <span key="code" class="code">
            {code}
          </span>,
        ],
        [messages.airport, airport_code],
      ]}
    />
  )
}

function Actions({ warehouse, etag }: { warehouse: Warehouse; etag: string }) {
  const { id } = warehouse
  const names = Object.keys(warehouseFields())
  const handles = hasRole(handlingRoles)
  return (
    <RecordActions
      actions={[
        handles && {
          name: messages.receive,
          isNext: true,
          dialog: (onClose) => <Receive id={id} onClose={onClose} />,
        },
        handles && {
          name: messages.consolidate,
          dialog: (onClose) => (
            <Dialog panel title={messages.consolidate} closeLabel={common.close} onClose={onClose}>
              <ReadyShipments warehouse={id} />
            </Dialog>
          ),
        },
        hasRole(managerRoles) && {
          name: office.edit,
          dialog: (onClose) => (
            <EditDialog
              record={warehouse}
              etag={etag}
              id={`warehouse-${id}`}
              rules={rules.change}
              names={names}
              fields={warehouseFields()}
              change={(body, etag) =>
                api.PUT('/api/v1/warehouses/{id}', {
                  params: { path: { id }, header: { 'If-Match': etag } },
                  body,
                })
              }
              onClose={onClose}
            />
          ),
        },
      ]}
    />
  )
}

/** The form that takes a parcel in at the counter. */
function Receive({ id, onClose }: { id: string; onClose: () => void }) {
  const { route } = useLocation()
  const { needsEmail, fields } = useBookingFields()
  return (
    <FormDialog
      isPanel
      title={messages.receive}
      id={`receive-${id}`}
      rules={bookingRulesOf(rules.receive, needsEmail ? ['recipient_email'] : [])}
      groups={shipmentGroups().map((group) => ({
        ...group,
        names: group.names.filter((name) => name !== 'origin'),
      }))}
      fields={fields}
      submit={messages.receive}
      send={(body: Body<'post', '/api/v1/warehouse/{id}/receive'>, key) =>
        unwrap(
          api.POST('/api/v1/warehouse/{id}/receive', {
            params: { path: { id }, header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      done={({ qr_code }) => messages.received(qr_code)}
      onClose={onClose}
      onDone={({ shipment_id }, isOpen) => isOpen && route(`/console/shipments/${shipment_id}`)}
    />
  )
}
