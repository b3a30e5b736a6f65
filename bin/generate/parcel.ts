import { accessPatterns, accessPatternsPath } from './access-patterns.ts'

interface ParcelRequest {
  /** Its name in docs/reference/access-patterns.md. */
  request: string
  times: number
  why?: string
  /** Domain events that it publishes. A request to a bag publishes one for each package in it. */
  events?: number
}
const packagesInBag = 20
/** The requests of one parcel. Their numbers are assumptions; the events are those that a request publishes. */
export const parcelRequests: ParcelRequest[] = [
  { request: 'POST /api/v1/shipments, with Idempotency-Key', times: 1, events: 2 },
  { request: 'POST /api/v1/shipments/{id}/packages', times: 1, events: 1 },
  { request: 'GET /api/v1/packages/{id}/label', times: 1, events: 1 },
  { request: 'POST /api/v1/packages/{id}/photo', times: 1, events: 1 },
  {
    request: 'POST /api/v1/scan-event',
    times: 4,
    events: 2,
    why: 'received, arrived, handed over, and one more',
  },
  { request: 'POST /api/v1/scans, in a bag', times: 4, why: 'labels that staff check' },
  { request: 'POST /api/v1/bags/{id}/packages/{package_id}', times: 1, events: 2 },
  ...Object.entries({
    'POST /api/v1/bags': 1,
    'POST /api/v1/bags/{id}/assign-courier': packagesInBag,
    'PUT /api/v1/bags/{id}/seal': packagesInBag + 1,
    'PUT /api/v1/bags/{id}/checkin': packagesInBag + 1,
    'PUT /api/v1/flights/{id}, departs with a bag': packagesInBag + 2,
  }).map(([request, events]) => ({
    request,
    times: 1 / packagesInBag,
    events,
    why: 'twenty packages in a bag',
  })),
  { request: 'POST /api/v1/warehouse/{id}/consolidate', times: 1, events: 2 },
  { request: 'GET /api/v1/shipments/{id}', times: 3, why: 'viewed by staff' },
  { request: 'GET /api/v1/packages/{id}/photos', times: 2, why: 'viewed by staff' },
  { request: 'GET /api/v1/shipments/board', times: 0.2 },
  {
    request: 'GET /api/v1/track/{tracking_id}, in a bag',
    times: 5,
    why: 'ten views, half of them from CloudFront',
  },
  { request: 'POST /api/v1/auth/refresh', times: 0.5, why: 'once in 15 minutes of a shift' },
]
export const scansOfParcel = 8
/** Views of a parcel that CloudFront serves from its cache, and of its photo, which S3 serves. */
export const [cachedViews, photoViews] = [5, 2]

const sumOf = (value: (one: ParcelRequest) => number) =>
  parcelRequests.reduce((sum, one) => sum + one.times * value(one), 0)
export const requestsOfParcel = sumOf(() => 1)
export const eventsOfParcel = sumOf(({ events = 0 }) => events)
/** The requests that publish events. Those of one request are delivered together. */
export const changesOfParcel = sumOf(({ events = 0 }) => (events > 0 ? 1 : 0))
/** The statuses that a shipment has in turn, each of which is counted by day. */
export const statusesOfParcel = 5

interface Units {
  reads: number
  writes: number
}

/**
 * Units of a request. Its row has their sum: a call that reads one record takes a unit, and the others are writes.
 * Throws an Error for an unknown name.
 */
function unitsOf(request: string): Units {
  const row = accessPatterns.find(({ name }) => name === request)
  if (!row) throw new Error(`${accessPatternsPath} has no row for ${request}`)
  const isWriting = /\b(TransactWrite|Update|Put|Delete)\b/.test(row.calls)
  const reads = isWriting ? [...row.calls.matchAll(/\b(Get|Query|BatchGet)\b/g)].length : row.units
  return { reads, writes: row.units - reads }
}

/**
 * Units of publishing the events of a change to a webhook and an open page that had none to deliver; measured by
 * test/api/events/publishing-units.rest.test.ts. Reads: the feed's head and each event's marker; for each
 * subscription its position, the head, the feed and who it delivers to; for the webhook its due deliveries and whether its
 * host fails.
 * Writes: in transactions, so twice, each event, its marker and its delivery with an index, and the head; then each
 * position, that the subscription is idle, and two limits of posts to the host.
 */
export const unitsOfPublishing = (events: number): Units => ({
  reads: 19 + events,
  writes: 12 + 7 * events,
})

/**
 * Units of counting a status. Reads: the shipment, as what it is counted, and the day. Writes: the latter two, in a
 * transaction, so twice.
 */
export const unitsOfCounting: Units = { reads: 3, writes: 4 }

/** Units of one parcel: its requests, publishing their events, and counting its statuses. */
export function unitsOfParcel(): Units {
  const all = ({ request, events = 0 }: ParcelRequest) => {
    const [own, published] = [
      unitsOf(request),
      events > 0 ? unitsOfPublishing(events) : { reads: 0, writes: 0 },
    ]
    return { reads: own.reads + published.reads, writes: own.writes + published.writes }
  }
  return {
    reads: sumOf((one) => all(one).reads) + statusesOfParcel * unitsOfCounting.reads,
    writes: sumOf((one) => all(one).writes) + statusesOfParcel * unitsOfCounting.writes,
  }
}
