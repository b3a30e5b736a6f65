import { useSignal } from '@preact/signals'
import { Dialog } from '../../../design/dialog.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead, whileEmpty } from '../../../staff/api/read.ts'
import type { Bag, Flight } from '../../../staff/api/records.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { common } from '../../../staff/messages/common.ts'
import { formatWeight } from '../../../staff/messages/format.ts'
import { Load } from '../flights/load.tsx'
import { Couriers, useRankedCouriers } from './rank.tsx'
import { titles } from '../../messages/screens.ts'
import { messages } from './messages.ts'
import { formatDeparture } from '../../../staff/messages/flight-times.ts'

/** Assigns a courier on a flight of the bag's route that has room, the earliest first. */
export function Assign({ bag, onClose }: { bag: Bag; onClose: () => void }) {
  const { origin, destination, total_weight_kg } = bag
  const flights = useRead(
    ['flights', origin, destination, total_weight_kg],
    () =>
      api.GET('/api/v1/flights', {
        params: {
          query: {
            departure_airport: origin,
            arrival_airport: destination,
            date_from: new Date().toISOString(),
            ...(total_weight_kg > 0 && { min_available_weight_kg: total_weight_kg }),
          },
        },
      }),
    true,
    { refetchInterval: whileEmpty },
  )
  return (
    <Dialog title={messages.assign} closeLabel={common.close} onClose={onClose}>
      <Loaded query={flights}>
        {({ body }) => {
          const open = body.filter(({ status }) => status === 'SCHEDULED' || status === 'BOARDING').toReversed()
          return open.length === 0 ? (
            <>
              <p>{messages.noFlights(formatWeight(total_weight_kg))}</p>
              <p class="row">
                <a class="button" href="/console/flights">
                  {titles.flights}
                </a>
              </p>
            </>
          ) : (
            <Choice bag={bag} flights={open} onClose={onClose} />
          )
        }}
      </Loaded>
    </Dialog>
  )
}

interface ChoiceProps {
  bag: Bag
  flights: readonly Flight[]
  onClose: () => void
}

/** The flight with its load after the assignment, and the courier, of whom the best is chosen. */
function Choice({ bag, flights, onClose }: ChoiceProps) {
  const act = useAct()
  const flightId = useSignal(bag.flight_id)
  const picked = useSignal<string | undefined>(undefined)
  const flight = flights.find(({ id }) => id === flightId.value) ?? flights[0]
  const couriers = useRankedCouriers(bag, flight)
  // Also the flight's own courier, whom the list may not have yet; the service checks who may fly.
  const able = couriers.filter(({ cannotFly, busyWith }) => !cannotFly && !busyWith)
  const isAble = (id: string) => !couriers.some(({ courier, cannotFly }) => courier.id === id && cannotFly)
  const ofFlight = flight?.courier_id
  const courierId = picked.value ?? (ofFlight && isAble(ofFlight) ? ofFlight : able[0]?.courier.id)
  const isReady = flight !== undefined && courierId !== undefined
  const assign = () =>
    isReady &&
    void act.run(
      () =>
        api.POST('/api/v1/bags/{id}/assign-courier', {
          params: { path: { id: bag.id } },
          body: { courier_id: courierId, flight_id: flight.id },
        }),
      { done: messages.assigned, onDone: onClose },
    )
  return (
    <>
      <fieldset class="options">
        <legend>{messages.flight}</legend>
        {flights.map((one) => (
          <label key={one.id} class="option">
            <input
              type="radio"
              name="flight"
              checked={one.id === flight?.id}
              onChange={() => (flightId.value = one.id)}
            />
            <span class="lines">
              <span>{one.flight_number}</span>
              <span>{formatDeparture(one)}</span>
            </span>
            <Load flight={one} adds={one.id === bag.flight_id ? 0 : bag.total_weight_kg} />
          </label>
        ))}
      </fieldset>
      <Couriers ranked={couriers} chosen={courierId} onChoose={(id) => (picked.value = id)} />
      <div class="outcome">
        <span class="hint">{messages.bagWeight(formatWeight(bag.total_weight_kg))}</span>
        <span class="row">
          <button type="button" onClick={onClose}>
            {common.cancel}
          </button>
          <button type="button" class="primary" aria-disabled={!isReady || act.isBusy.value} onClick={assign}>
            {messages.assign}
          </button>
        </span>
      </div>
    </>
  )
}
