import { useSignal } from '@preact/signals'
import { Tag } from '../../../design/tag.tsx'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import type { Bag, Courier, Flight } from '../../../staff/api/records.ts'
import { useActiveCouriers } from '../../ui/couriers.ts'
import { office } from '../../messages/office.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { useNoShows } from '../flights/no-shows.ts'
import { useBusy } from './busy.ts'
import { messages } from './messages.ts'
import { joined } from '../../../staff/messages/language.ts'

export interface Ranked {
  courier: Courier
  /** Whether the flight is the courier's own. */
  isOfFlight: boolean
  prefersRoute: boolean
  /** Whether the courier has missed, or will miss, this flight. */
  cannotFly: boolean
  /** The number of another flight that the courier is on at the time. */
  busyWith: string | undefined
}
/** For how many couriers the statistics are read. */
const firstShown = 5
/** For how many couriers it is read whether they have a no-show for the flight: one request for each. */
const checked = 50

/**
 * The couriers who are active: first the flight's own, then those who prefer the route, then by rating and experience. Who
 * cannot fly this flight is last, and who is on another one before them.
 */
export function useRankedCouriers(bag: Bag, flight: Flight | undefined): readonly Ranked[] {
  const couriers = useActiveCouriers()
  const ids = couriers.slice(0, checked).map(({ id }) => id)
  const busy = useBusy(flight)
  const absent = useNoShows(flight?.id, flight ? ids : [])
  return couriers
    .map((courier) => ({
      courier,
      isOfFlight: courier.id === flight?.courier_id,
      prefersRoute: courier.preferred_routes.includes(`${bag.origin}-${bag.destination}`),
      cannotFly:
        absent.has(courier.id) ||
        (bag.courier_no_show && courier.id === bag.courier_id && flight?.id === bag.flight_id),
      busyWith: busy.get(courier.id),
    }))
    .toSorted(
      (a, b) =>
        Number(a.cannotFly) - Number(b.cannotFly) ||
        Number(a.busyWith !== undefined) - Number(b.busyWith !== undefined) ||
        Number(b.isOfFlight) - Number(a.isOfFlight) ||
        Number(b.prefersRoute) - Number(a.prefersRoute) ||
        (b.courier.rating ?? 0) - (a.courier.rating ?? 0) ||
        b.courier.flights_completed - a.courier.flights_completed ||
        a.courier.full_name.localeCompare(b.courier.full_name),
    )
}

interface CouriersProps {
  ranked: readonly Ranked[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The couriers to choose from, the best first. */
export function Couriers({ ranked, chosen, onChoose }: CouriersProps) {
  const showsAll = useSignal(false)
  const shown = showsAll.value ? ranked : ranked.filter((_, n) => n < firstShown)
  return (
    <fieldset class="options">
      <legend>{messages.courier}</legend>
      {shown.map(({ courier, isOfFlight, prefersRoute, cannotFly, busyWith }, n) => (
        <label key={courier.id} class="option">
          <input
            type="radio"
            name="courier"
            checked={courier.id === chosen}
            onChange={() => onChoose(courier.id)}
          />
          <span class="lines">
            <bdi>{courier.full_name}</bdi>
            <span>
              {joined([
                isOfFlight && messages.ofFlight,
                prefersRoute && messages.prefersRoute,
                courier.rating !== null && `★ ${formatNumber(courier.rating)}`,
                messages.flightsDone(courier.flights_completed),
              ])}
            </span>
          </span>
          <span class="row">
            <NoShows id={courier.id} />
            {cannotFly && <Tag tone="wrong">{messages.cannotFly}</Tag>}
            {busyWith && <Tag tone="needs">{messages.busyWith(busyWith)}</Tag>}
            {n === 0 && !cannotFly && !busyWith && <Tag tone="done">{messages.best}</Tag>}
          </span>
        </label>
      ))}
      {shown.length < ranked.length && (
        <p>
          <button type="button" class="plain" onClick={() => (showsAll.value = true)}>
            {office.more}
          </button>
        </p>
      )}
    </fieldset>
  )
}

function NoShows({ id }: { id: string }) {
  const stats = useRead(['courier', id, 'stats'], () =>
    api.GET('/api/v1/couriers/{id}/stats', { params: { path: { id } } }),
  )
  const count = stats.data?.body.no_show_count
  if (count === undefined) return null
  return count === 0 ? (
    <span class="hint">{messages.noNoShows}</span>
  ) : (
    <Tag tone="needs">{messages.noShows(count)}</Tag>
  )
}
