import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Flight } from '../../staff/api/records.ts'
import { Loaded } from '../../staff/ui/loaded.tsx'
import { Status } from '../../staff/ui/status.tsx'
import { expectedDeparture, formatDeparture, isLate } from '../../staff/messages/flight-times.ts'
import { delayedName } from '../../staff/messages/statuses.ts'
import { fromTo, joined } from '../../staff/messages/language.ts'
import { Tag } from '../../design/tag.tsx'
import { Empty } from '../../design/states.tsx'
import { waiting } from '../queue/queue.ts'
import { messages as scans } from '../messages/scan.ts'
import { departsIn, messages } from '../messages/travel.ts'
import { BagStatus } from '../../staff/bags/status.tsx'
import { CannotFly } from './cannot-fly.tsx'
import { useCourierId, useMyBags, useMyFlights } from './me.ts'

const isAhead = ({ status }: Flight) => status === 'SCHEDULED' || status === 'BOARDING'
/** Whether it waits on this phone to be sent that the courier cannot take a flight. */
const isWaiting = ({ id }: Flight) =>
  waiting.value.some(({ kind, input }) => kind === 'cannotFly' && input.flight_id === id)
/** Milliseconds between changes of the countdown. */
const tick = 30_000

/** The courier's flights, the next one first, with the time that is left. */
export default function Flights() {
  const courier = useCourierId()
  const flights = useMyFlights(courier)
  const bags = useMyBags(courier)
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), tick)
    return () => clearInterval(timer)
  }, [])
  return (
    <Loaded query={flights}>
      {({ body }) => {
        // The service lists the latest departure first.
        const [ahead, past] = [body.filter(isAhead).reverse(), body.filter((one) => !isAhead(one))]
        return (
          <>
            {body.length === 0 && <Empty title={messages.noFlights} />}
            {[...ahead, ...past].map((flight) => {
              const carried = bags.data?.body.filter(({ flight_id }) => flight_id === flight.id) ?? []
              return (
                <section key={flight.id} class="card stack">
                  <h2>
                    {joined([flight.flight_number, fromTo(flight.departure_airport, flight.arrival_airport)])}
                  </h2>
                  <p class="row">
                    <Status of="flight" status={flight.status} />
                    <span>{formatDeparture(flight)}</span>
                    {isLate(flight) && <Tag tone="needs">{delayedName.is}</Tag>}
                  </p>
                  {isAhead(flight) && (
                    <p class="countdown">{departsIn(Date.parse(expectedDeparture(flight)) - now.value)}</p>
                  )}
                  <ul class="entries">
                    {carried.map((bag) => (
                      <li key={bag.id}>
                        <a class="entry" href={`/work/bags/${bag.id}`}>
                          <strong>
                            <bdi>{bag.label}</bdi>
                          </strong>
                          <BagStatus bag={bag} />
                        </a>
                      </li>
                    ))}
                  </ul>
                  {isAhead(flight) &&
                    carried.length > 0 &&
                    (carried.some((bag) => bag.courier_no_show) || isWaiting(flight) ? (
                      <p class="note needs">{isWaiting(flight) ? scans.notChecked : messages.reportedNoShow}</p>
                    ) : (
                      <CannotFly flight={flight} courierId={courier} />
                    ))}
                </section>
              )
            })}
          </>
        )
      }}
    </Loaded>
  )
}
