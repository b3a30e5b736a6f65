import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead, whileEmpty } from '../../../staff/api/read.ts'
import type { Bag, Courier, Flight } from '../../../staff/api/records.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { useActiveCouriers } from '../../ui/couriers.ts'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { common } from '../../../staff/words/common.ts'
import { formatNumber, formatTime } from '../../../staff/words/format.ts'
import { Load } from '../flights/load.tsx'
import { words } from './words.ts'

/**
 * Assigns a courier on a flight of the bag's route that has room, the earliest first. The flight's own courier is chosen; of the
 * others come first who prefer the route, then the best rated.
 */
export function Assign({ bag, onClose }: { bag: Bag; onClose: () => void }) {
  const { origin, destination, total_weight_kg } = bag
  const flights = useRead(
    ['flights', origin, destination, total_weight_kg],
    () =>
      api.GET('/api/v1/flights', {
        params: {
          query: {
            ...{ departure_airport: origin, arrival_airport: destination, date_from: new Date().toISOString() },
            ...(total_weight_kg > 0 && { min_available_weight_kg: total_weight_kg }),
          },
        },
      }),
    true,
    { refetchInterval: whileEmpty },
  )
  const couriers = useActiveCouriers().toSorted(
    (a, b) =>
      Number(prefers(b, bag)) - Number(prefers(a, bag)) ||
      (b.rating ?? 0) - (a.rating ?? 0) ||
      a.full_name.localeCompare(b.full_name),
  )
  return (
    <Dialog title={words.assign} closeLabel={common.close} onClose={onClose}>
      <Loaded query={flights}>
        {({ body }) => {
          const open = body.filter(({ status }) => status === 'SCHEDULED' || status === 'BOARDING').toReversed()
          if (open.length === 0) return <p>{words.noFlights}</p>
          return (
            <ol class="stack">
              {open.map((flight, n) => (
                <FlightChoice key={flight.id} {...{ bag, flight, couriers, onClose }} isFirst={n === 0} />
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

const prefers = ({ preferred_routes }: Courier, { origin, destination }: Bag) =>
  preferred_routes.includes(`${origin}-${destination}`)

interface FlightChoiceProps {
  bag: Bag
  flight: Flight
  couriers: readonly Courier[]
  isFirst: boolean
  onClose: () => void
}

/** A flight with its room, and the courier to travel with the bag. */
function FlightChoice({ bag, flight, couriers, isFirst, onClose }: FlightChoiceProps) {
  const act = useAct()
  const picked = useSignal<string | undefined>(undefined)
  const chosen = picked.value ?? flight.courier_id ?? couriers.find((one) => prefers(one, bag))?.id ?? ''
  // Also the flight's own courier, whom the list may not have yet; the service checks who may fly.
  const isChosen = chosen !== ''
  const noShows = useRead(
    ['courier', chosen, 'no-shows'],
    () => api.GET('/api/v1/couriers/{id}/no-shows', { params: { path: { id: chosen } } }),
    isChosen,
  )
  const assign = () =>
    void act.run(
      () =>
        api.POST('/api/v1/bags/{id}/assign-courier', {
          params: { path: { id: bag.id } },
          body: { courier_id: chosen, flight_id: flight.id },
        }),
      { done: words.assigned, onDone: onClose },
    )
  const describe = (courier: Courier) =>
    [
      courier.full_name,
      courier.id === flight.courier_id && words.ofFlight,
      prefers(courier, bag) && words.prefersRoute,
      courier.rating !== null && `★ ${formatNumber(courier.rating)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <li class="package">
      <p class="row">
        <strong>{flight.flight_number}</strong>
        <span>{formatTime(flight.scheduled_departure)}</span>
        <Load flight={flight} />
      </p>
      <p class="row">
        <select
          aria-label={words.courier}
          value={chosen}
          onChange={({ currentTarget }) => (picked.value = currentTarget.value)}
        >
          <option value="">—</option>
          {couriers.map((courier) => (
            <option key={courier.id} value={courier.id} selected={courier.id === chosen}>
              {describe(courier)}
            </option>
          ))}
        </select>
        {noShows.data && noShows.data.body.length > 0 && (
          <span class="tag needs">{words.noShows(noShows.data.body.length)}</span>
        )}
        <button
          type="button"
          class={isFirst ? 'primary' : ''}
          aria-disabled={!isChosen || act.isBusy.value}
          onClick={() => isChosen && assign()}
        >
          {words.assign}
        </button>
      </p>
    </li>
  )
}
