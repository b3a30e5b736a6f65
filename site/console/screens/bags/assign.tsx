import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../api/client.ts'
import { useRead } from '../../api/read.ts'
import type { Bag, Flight } from '../../api/records.ts'
import { useAct } from '../../ui/act.ts'
import { useActiveCouriers } from '../../ui/couriers.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { common } from '../../words/common.ts'
import { formatTime, formatWeight } from '../../words/format.ts'
import { words } from './words.ts'

/** Assigns a courier on a flight of the bag's route that has room, the earliest first. */
export function Assign({ bag, onClose }: { bag: Bag; onClose: () => void }) {
  const { origin, destination, total_weight_kg } = bag
  const flights = useRead(['flights', origin, destination, total_weight_kg], () =>
    api.GET('/api/v1/flights', {
      params: {
        query: {
          ...{ departure_airport: origin, arrival_airport: destination, date_from: new Date().toISOString() },
          ...(total_weight_kg > 0 && { min_available_weight_kg: total_weight_kg }),
        },
      },
    }),
  )
  const couriers = useActiveCouriers()
  return (
    <Dialog title={words.assign} closeLabel={common.close} onClose={onClose}>
      <Loaded query={flights}>
        {({ body }) => {
          const open = body.filter(({ status }) => status === 'SCHEDULED' || status === 'BOARDING').toReversed()
          if (open.length === 0) return <p>{words.noFlights}</p>
          return (
            <ul class="stack">
              {open.map((flight) => (
                <FlightChoice key={flight.id} {...{ bag, flight, onClose }} couriers={couriers} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

interface FlightChoiceProps {
  bag: Bag
  flight: Flight
  couriers: ReadonlyMap<string, string>
  onClose: () => void
}

/** A flight with its courier, or with a choice of those who are active. */
function FlightChoice({ bag, flight, couriers, onClose }: FlightChoiceProps) {
  const act = useAct()
  const chosen = useSignal(flight.courier_id ?? '')
  // Also the flight's own courier, whom the list may not have yet; the service checks who may fly.
  const isChosen = chosen.value !== ''
  const noShows = useRead(
    ['courier', chosen.value, 'no-shows'],
    () => api.GET('/api/v1/couriers/{id}/no-shows', { params: { path: { id: chosen.value } } }),
    chosen.value !== '',
  )
  const assign = () =>
    void act.run(
      () =>
        api.POST('/api/v1/bags/{id}/assign-courier', {
          params: { path: { id: bag.id } },
          body: { courier_id: chosen.value, flight_id: flight.id },
        }),
      { done: words.assigned, onDone: onClose },
    )
  return (
    <li class="package">
      <p class="row">
        <strong>{flight.flight_number}</strong>
        <span>{formatTime(flight.scheduled_departure)}</span>
        <span class="hint">{words.room(formatWeight(flight.available_weight_kg))}</span>
      </p>
      <p class="row">
        <select
          class="dense"
          aria-label={words.courier}
          value={chosen.value}
          onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
        >
          <option value="">—</option>
          {[...couriers].map(([id, full_name]) => (
            <option key={id} value={id}>
              {full_name}
            </option>
          ))}
        </select>
        {noShows.data && noShows.data.body.length > 0 && (
          <span class="tag needs">{words.noShows(noShows.data.body.length)}</span>
        )}
        <button
          type="button"
          aria-disabled={!isChosen || act.isBusy.value}
          onClick={() => isChosen && assign()}
        >
          {words.assign}
        </button>
      </p>
    </li>
  )
}
