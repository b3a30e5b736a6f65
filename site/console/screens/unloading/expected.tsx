import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso/router'
import { handlingRoles } from '../../../../shared/domain/kernel/roles.ts'
import { hasRole } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import { Empty } from '../../../design/states.tsx'
import { api } from '../../../staff/api/client.ts'
import { allPages, useList, useRead, type Result } from '../../../staff/api/read.ts'
import type { Bag, Flight, Package, Warehouse } from '../../../staff/api/records.ts'
import { arrivedOf, isAllHere, manifestReading } from '../../../staff/bags/manifest.ts'
import { ownFlight } from '../../../staff/bags/own-flight.ts'
import { ListTable, type Listed } from '../../list/list-table.tsx'
import { Status } from '../../../staff/ui/status.tsx'
import { fromTo } from '../../../staff/messages/language.ts'
import { formatNumber, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { Tiles } from '../../ui/tiles.tsx'
import { Progress, ProgressOf, type UnloadingSummary } from './progress.tsx'
import { messages } from './messages.ts'
import { expectedArrival, formatArrival } from '../../../staff/messages/flight-times.ts'

/** Flights that have departed before are not looked at. */
const daysBack = 14

/** The bags on their way to a warehouse's airport, or there and not unloaded yet, with their flights. */
export function ExpectedBags({
  warehouse: { id: warehouse_id, airport_code },
  unloadings,
}: {
  warehouse: Warehouse
  unloadings: Pick<Listed<UnloadingSummary>, 'items' | 'isPending'>
}) {
  const list = useList(
    ['bags', 'IN_TRANSIT', 'to unload'],
    (page) => api.GET('/api/v1/bags', { params: { query: { status: 'IN_TRANSIT', limit: 200, ...page } } }),
    { isWhole: true },
  )
  const since = new Date(new Date().setHours(0, 0, 0, 0) - daysBack * 86_400_000).toISOString()
  const read = useRead(
    ['flights', 'to', airport_code, since],
    () =>
      allPages((page) =>
        api.GET('/api/v1/flights', {
          params: { query: { arrival_airport: airport_code, date_from: since, limit: 200, ...page } },
        }),
      ),
    airport_code !== '',
  )
  const { route } = useLocation()
  const act = useAct()
  /** Begins to unload a bag that is there: its label need not be scanned. */
  const beginOf = (bag: Bag) =>
    hasArrived(bag, flights) &&
    hasRole(handlingRoles) && (
      <button
        type="button"
        aria-disabled={act.isBusy.value}
        onClick={() =>
          void act.run(
            () =>
              api.POST('/api/v1/warehouse/{id}/unloadings', {
                params: { path: { id: warehouse_id } },
                body: { bag_id: bag.id },
              }),
            { done: messages.begun, onDone: ({ id }) => route(`/console/unloading/${id}`) },
          )
        }
      >
        {messages.unload}
      </button>
    )
  const flights = new Map(read.data?.body.map((one) => [one.id, one]))
  // The newest one, which is first in the list, says how the bag is now.
  const begun = new Map(unloadings.items.toReversed().map((one) => [one.bag_id, one]))
  const coming = list.items.filter(
    ({ id, destination }) => destination === airport_code && begun.get(id)?.status !== 'CLOSED',
  )
  const ids = coming.map(({ id }) => id)
  const manifests = useRead(['manifests', ...ids], () => together(ids), ids.length > 0)
  const contents = new Map(coming.map(({ id }, n) => [id, manifests.data?.body[n]]))
  const bags = coming
    .filter((bag) => begun.has(bag.id) || !isAllHere(bag, contents.get(bag.id)))
    .toSorted((a, b) => arrivalOf(a, flights).localeCompare(arrivalOf(b, flights)))
  const unloadedOf = (bag: Bag) => {
    const found = arrivedOf(bag, contents.get(bag.id))
    return <Unloaded key="unloaded" {...{ bag, found, unloading: begun.get(bag.id), begin: beginOf(bag) }} />
  }
  const here = bags.filter((bag) => hasArrived(bag, flights))
  const away = bags.filter((bag) => !here.includes(bag))
  // Until all are read, bags that were unloaded cannot be told from those to unload.
  const isPending =
    list.isPending || list.hasNextPage || unloadings.isPending || read.isLoading || manifests.isLoading
  const count = (some: readonly unknown[]) => (isPending ? '–' : formatNumber(some.length))
  const weigh = (some: readonly Bag[]) =>
    isPending ? undefined : formatWeight(some.reduce((sum, bag) => sum + bag.total_weight_kg, 0))
  return (
    <section class="stack">
      <Tiles
        tiles={[
          [messages.toUnload, count(here), weigh(here)],
          [messages.onTheWay, count(away), weigh(away)],
          [messages.openNow, count(unloadings.items.filter(({ status }) => status === 'OPEN'))],
        ]}
      />
      <h2>{messages.expectedBags}</h2>
      <ListTable
        list={{ ...list, isPending, items: bags }}
        address={({ id }) => `/console/bags/${id}`}
        card={(bag) => ({
          title: bag.label,
          status: <ArrivalStatus bag={bag} flight={ownFlight(bag, flightOf(bag, flights))} />,
          lines: [
            [fromTo(bag.origin, bag.destination), bag.flight_number, bag.courier_name],
            [
              <ArrivalTime key="at" bag={bag} flight={ownFlight(bag, flightOf(bag, flights))} />,
              formatWeight(bag.total_weight_kg),
            ],
            [unloadedOf(bag)],
          ],
        })}
        columns={[
          {
            title: messages.bag,
            cell: ({ label, origin, destination }) => (
              <span class="lines">
                <bdi>{label}</bdi>
                <span>{fromTo(origin, destination)}</span>
              </span>
            ),
          },
          {
            title: messages.flight,
            cell: (bag) => (
              <span class="lines">
                <span>{bag.flight_number ?? '—'}</span>
                <bdi>{bag.courier_name ?? ''}</bdi>
              </span>
            ),
          },
          {
            title: messages.arrival,
            cell: (bag) => <Arrival bag={bag} flight={ownFlight(bag, flightOf(bag, flights))} />,
          },
          {
            title: messages.unloaded,
            cell: unloadedOf,
          },
          { title: messages.weight, isNumeric: true, cell: (bag) => formatWeight(bag.total_weight_kg) },
        ]}
        empty={
          <Empty title={messages.noneExpected}>
            <p>{airport_code === '' ? messages.noAirport : messages.noneExpectedHint(airport_code)}</p>
          </Empty>
        }
      />
    </section>
  )
}

/** The manifests of bags as one result. */
async function together(ids: readonly string[]): Promise<Result<readonly Package[][]>> {
  const all = await Promise.all(ids.map((id) => manifestReading(id).get()))
  const refused = all.find(({ response }) => !response.ok)
  return { response: new Response(), ...refused, data: all.map(({ data }) => data ?? []) }
}

type Flights = ReadonlyMap<string, Flight>
const flightOf = ({ flight_id }: Bag, flights: Flights) => flights.get(flight_id ?? '')
const hasArrived = (bag: Bag, flights: Flights) =>
  bag.arrived_at !== null || flightOf(bag, flights)?.status === 'ARRIVED'
const arrivalOf = (bag: Bag, flights: Flights) => {
  const flight = flightOf(bag, flights)
  return bag.arrived_at ?? (flight ? expectedArrival(flight) : '9999')
}

interface BagOnFlight {
  bag: Bag
  /** The flight of the number that is shown with it (`ownFlight`). */
  flight: Flight | undefined
}
/** The status of the flight; that of a bag that is there has arrived, whatever its flight reports. */
const ArrivalStatus = ({ bag, flight }: BagOnFlight) => {
  const status = bag.arrived_at === null ? flight?.status : 'ARRIVED'
  return status ? <Status of="flight" status={status} /> : null
}
const ArrivalTime = ({ bag, flight }: BagOnFlight) => {
  if (flight) return <span>{formatArrival(flight, bag.arrived_at ?? undefined)}</span>
  return bag.arrived_at ? <span>{formatTime(bag.arrived_at)}</span> : null
}
const Arrival = (props: BagOnFlight) => (
  <span class="row">
    <ArrivalStatus {...props} />
    <ArrivalTime {...props} />
  </span>
)

interface UnloadedProps {
  bag: Bag
  /** How many of its packages were scanned in by themselves. */
  found: number
  unloading: UnloadingSummary | undefined
  /** The button that begins it. */
  begin: ComponentChildren
}
const Unloaded = ({ bag, found, unloading, begin }: UnloadedProps) =>
  unloading ? (
    <a class="quiet" href={`/console/unloading/${unloading.id}`}>
      <ProgressOf id={unloading.id} />
    </a>
  ) : (
    <span class="row">
      <Progress found={found} expected={bag.total_packages} />
      {begin}
    </span>
  )
