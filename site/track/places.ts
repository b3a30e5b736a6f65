import type { Tracking } from './api/answer.ts'

/** The name of an event's place: its city if it is an airport of the parcel's way, its name if the parcel waits there; "" of a warehouse on the way. */
export function placeName(tracking: Tracking, location: string): string {
  const airport = [tracking.origin, tracking.destination].find((one) => one.endsWith(`(${location})`))
  if (airport !== undefined || location === '') return airport ?? ''
  return (location === waitsAt(tracking) && tracking.pickup?.[0]?.name) || (isCode(location) ? '' : location)
}

/** A warehouse's code, such as `TBS-1` or `tbs 1`, which says nothing to recipients; an airport's has three letters. */
const isCode = (location: string) =>
  /^(?=.*\d)[\p{L}\d -]{1,20}$|^[A-Z-]+$/u.test(location) && !/^[A-Z]{3}$/.test(location)

/**
 * The code of the only place of `pickup`, which the response does not say: that of the warehouse where the parcel became
 * ready. Undefined if it had arrived at another one, which then may be meant.
 */
function waitsAt({ pickup, events }: Tracking): string | undefined {
  const last = (type: string) => events.filter(({ event_type }) => event_type === type).at(-1)?.location
  const readyAt = last('READY_FOR_PICKUP')
  return pickup?.length === 1 && (last('ARRIVED_AT_WAREHOUSE') ?? readyAt) === readyAt ? readyAt : undefined
}
