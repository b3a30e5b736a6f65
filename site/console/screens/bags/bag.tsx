import { shownTag } from '../../../../shared/domain/bags/airline-tag.ts'
import { missingCode } from '../../../../shared/domain/cases/kinds.ts'
import { bookingRoles, handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Bag, Flight } from '../../../staff/api/records.ts'
import { heldIn, manifestReading } from '../../../staff/bags/manifest.ts'
import { ownFlight } from '../../../staff/bags/own-flight.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { auditAction } from '../../ui/audit-action.ts'
import { RecordActions } from '../../ui/record-actions.tsx'
import { Facts as FactList } from '../../ui/facts.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { fromTo, joined } from '../../../staff/messages/language.ts'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { formatNumber, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { Assign } from './assign.tsx'
import { CheckIn } from './check-in.tsx'
import { Contents } from './contents.tsx'
import { EditBag } from './edit.tsx'
import { Pack } from './pack.tsx'
import { Gone, isGone } from '../../ui/gone.tsx'
import { CourierOf } from './courier-of.tsx'
import { messages } from './messages.ts'
import { BagStatus, lostFlightName } from '../../../staff/bags/status.tsx'
import { UnloadedAt } from './unloaded.tsx'
import { formatArrival, formatDeparture } from '../../../staff/messages/flight-times.ts'

/** A bag: its contents, and its actions by its status. */
export function BagPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const bag = useRead(['bag', id], () => api.GET('/api/v1/bags/{id}', { params: { path: { id } } }))
  if (isGone(bag)) return <Gone onClose={onClose} />
  return (
    <Dialog
      panel
      title={<bdi>{bag.data?.body.label ?? common.loading}</bdi>}
      status={bag.data && <BagStatus bag={bag.data.body} />}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Loaded query={bag}>
        {({ body, etag }) => (
          <>
            <Actions bag={body} etag={etag ?? ''} onDeleted={onClose} />
            {body.status === 'OPEN' && hasRole(handlingRoles) && <Pack id={id} />}
            <Facts bag={body} />
            <Contents id={id} isOpen={body.status === 'OPEN' && hasRole(handlingRoles)} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The exceptions of packages that are missing: reported by an unloading, or by hand. */
const missingCodes = [missingCode, 'SHORTAGE']

function Facts({ bag }: { bag: Bag }) {
  const id = bag.flight_id ?? ''
  const lost = bag.lost_flight
  const flight = useRead(
    ['flight', id],
    () => api.GET('/api/v1/flights/{id}', { params: { path: { id } } }),
    id !== '',
  ).data?.body
  const own = ownFlight(bag, flight)
  const isThere = bag.status === 'IN_TRANSIT' && flight?.status === 'ARRIVED'
  const { key, get } = manifestReading(bag.id)
  const manifest = useRead(key, get, isThere).data?.body ?? []
  const held = heldIn(bag.id, manifest)
  // Once some have left it, it was unloaded: what it still holds was not found.
  const isToUnload =
    !bag.unloaded &&
    held.length === manifest.length &&
    held.some(
      ({ status, exception }) => status === 'IN_TRANSIT' && !missingCodes.includes(exception?.code ?? ''),
    )
  return (
    <>
      {lost && <p class="note needs">{messages.lostFlightHint}</p>}
      {isToUnload && <p class="note needs">{messages.arrivedHint}</p>}
      <Tiles
        tiles={[
          [messages.packages, formatNumber(bag.total_packages)],
          [
            messages.weight,
            flight ? (
              <Share key="weight" weight={bag.total_weight_kg} flight={flight} />
            ) : (
              formatWeight(bag.total_weight_kg)
            ),
            flight && messages.freeOn(formatWeight(flight.available_weight_kg), flight.flight_number),
          ],
        ]}
      />
      <FactList
        facts={[
          [messages.route, fromTo(bag.origin, bag.destination)],
          [
            messages.courier,
            <CourierOf key="courier" bag={bag}>
              {linked(bag.courier_name ?? messages.noCourier, 'couriers', bag.courier_id)}
            </CourierOf>,
          ],
          [
            messages.flight,
            // A number that is not of the assigned flight is that of one which is not known here.
            bag.flight_number && linked(bag.flight_number, 'flights', flight && !own ? null : bag.flight_id),
          ],
          [
            messages.lostFlight,
            lost &&
              linked(
                joined([lostFlightName(lost), formatTime(lost.departure, lost.departure_time_zone ?? 'UTC')]),
                'flights',
                lost.flight_id,
              ),
          ],
          [messages.departure, own && formatDeparture(own)],
          [messages.arrival, own && formatArrival(own, bag.arrived_at ?? undefined)],
          [messages.unloaded, bag.unloaded && <UnloadedAt key="unloaded" unloaded={bag.unloaded} />],
          [messages.tag, bag.airline_tag_code && shownTag(bag.airline_tag_code)],
        ]}
      />
    </>
  )
}
const linked = (text: string, screen: string, id: string | null) =>
  id === null ? text : <a href={`/console/${screen}/${id}`}>{text}</a>

type Loaded = Pick<Flight, 'max_weight_kg' | 'available_weight_kg'>
/** The weight of a bag, and the load of its flight. */
const Share = ({
  weight,
  flight: { max_weight_kg, available_weight_kg },
}: {
  weight: number
  flight: Loaded
}) => (
  <span class="load">
    {formatWeight(weight)}
    <meter
      min={0}
      max={max_weight_kg}
      high={max_weight_kg * 0.9}
      value={max_weight_kg - available_weight_kg}
      aria-label={messages.load}
    />
  </span>
)

function Actions({ bag, etag, onDeleted }: { bag: Bag; etag: string; onDeleted: () => void }) {
  const { id, label, status, total_packages, courier_id, lost_flight } = bag
  const path = { id }
  const [handles, books, isOpen] = [hasRole(handlingRoles), hasRole(bookingRoles), status === 'OPEN']
  const isBeforeFlight = ['OPEN', 'SEALED', 'CHECKED_IN'].includes(status)
  const save = (kind: 'manifest' | 'label') =>
    void saveFile(
      () =>
        api.GET(`/api/v1/bags/{id}/${kind}`, { params: { path, query: { format: 'pdf' } }, parseAs: 'blob' }),
      `${kind === 'manifest' ? messages.manifestFile(label) : label}.pdf`,
    )
  return (
    <RecordActions
      actions={[
        isOpen &&
          handles && {
            name: messages.seal,
            isNext: true,
            confirm: {
              text: messages.sealQuestion,
              send: () => api.PUT('/api/v1/bags/{id}/seal', { params: { path, header: { 'If-Match': etag } } }),
              done: messages.sealed,
            },
          },
        isBeforeFlight &&
          books && {
            name: messages.assign,
            isNext: !isOpen && (courier_id === null || lost_flight !== null),
            dialog: (onClose) => <Assign bag={bag} onClose={onClose} />,
          },
        isBeforeFlight &&
          books && {
            name: messages.checkIn,
            isNext: status === 'SEALED' && lost_flight === null,
            dialog: (onClose) => <CheckIn bag={bag} onClose={onClose} />,
          },
        handles && {
          name: office.edit,
          dialog: (onClose) => <EditBag bag={bag} etag={etag} onClose={onClose} />,
        },
        { name: messages.manifest, act: () => save('manifest') },
        { name: messages.printLabel, act: () => save('label') },
        auditAction('bag', id),
        total_packages === 0 &&
          books && {
            name: office.remove,
            isDanger: true,
            confirm: {
              title: messages.deleteQuestion,
              send: () => api.DELETE('/api/v1/bags/{id}', { params: { path } }),
              done: office.deleted,
              onDone: onDeleted,
            },
          },
      ]}
    />
  )
}
