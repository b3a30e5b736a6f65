import { accessPatterns, accessPatternsPath } from './access-patterns.ts'
import { groups, jobs } from '../../functions/index.ts'
import { secretNames } from '../../shared/config/secrets.ts'

/** AWS's list prices in us-east-1, in dollars per number of units, without free tiers. */
export const prices = {
  'DynamoDB, write units on demand': [0.625, 1e6],
  'DynamoDB, GB stored a month': [0.25, 1],
  'DynamoDB, GB of point-in-time recovery a month': [0.2, 1],
  'Lambda, invocations': [0.2, 1e6],
  'Lambda on arm64, GB seconds': [0.0000133334, 1],
  'API Gateway, HTTP API, requests': [1, 1e6],
  'API Gateway, WebSocket, messages': [1, 1e6],
  'API Gateway, WebSocket, minutes of connections': [0.25, 1e6],
  'CloudFront, HTTPS requests': [1, 1e6],
  'CloudFront, GB out': [0.085, 1],
  'WAF, firewall and its five rules a month': [10, 1],
  'WAF, requests': [0.6, 1e6],
  'SQS, requests': [0.4, 1e6],
  'SQS, requests of FIFO queues': [0.5, 1e6],
  'CloudWatch, GB of logs ingested': [0.5, 1],
  'CloudWatch, GB of logs stored a month': [0.03, 1],
  'CloudWatch, alarm metrics a month': [0.1, 1],
  'CloudWatch, dashboard a month': [3, 1],
  'CloudWatch, custom metrics a month': [0.3, 1],
  'X-Ray, traces': [5, 1e6],
  'KMS, key a month': [1, 1],
  'KMS, requests': [0.03, 1e4],
  'Secrets Manager, secrets a month': [0.4, 1],
  'Secrets Manager, requests': [0.05, 1e4],
  'S3, GB stored a month': [0.023, 1],
  'S3, write requests': [0.005, 1e3],
} satisfies Record<string, [dollars: number, per: number]>
type PriceName = keyof typeof prices

/** The requests of one parcel, named as in docs/reference/access-patterns.md. Their numbers are assumptions. */
export const parcelRequests: [request: string, times: number, why: string][] = [
  ['POST /api/v1/shipments, with Idempotency-Key', 1, ''],
  ['POST /api/v1/shipments/{id}/packages', 1, ''],
  ['GET /api/v1/packages/{id}/label', 1, ''],
  ['POST /api/v1/packages/{id}/photo', 1, ''],
  ['POST /api/v1/scan-event', 4, 'received, arrived, handed over, and one more'],
  ['POST /api/v1/scans, in a bag', 4, 'labels that staff check'],
  ['POST /api/v1/bags/{id}/packages/{package_id}', 1, ''],
  ['POST /api/v1/bags', 1 / 20, 'twenty packages in a bag'],
  ['POST /api/v1/bags/{id}/assign-courier', 1 / 20, ''],
  ['PUT /api/v1/bags/{id}/seal', 1 / 20, ''],
  ['PUT /api/v1/bags/{id}/checkin', 1 / 20, ''],
  ['PUT /api/v1/flights/{id}, departs with a bag', 1 / 20, 'one bag on a flight'],
  ['POST /api/v1/warehouse/{id}/consolidate', 1, ''],
  ['GET /api/v1/shipments/{id}', 3, 'viewed by staff'],
  ['GET /api/v1/shipments/board', 0.2, ''],
  ['GET /api/v1/track/{tracking_id}, in a bag', 5, 'ten views, half of them from CloudFront'],
  ['POST /api/v1/auth/refresh', 0.5, 'once in 15 minutes of a shift'],
]
export const scansOfParcel = 8
/** Views of a parcel that CloudFront serves from its cache. */
const cached = 5
/** Domain events of a parcel, each in a message of its own, and delivered to one webhook and one open page. */
const events = 12
const [seconds, hours] = [2_628_000, 730]

/** Units of a request, by its name in docs/reference/access-patterns.md. Throws an Error for an unknown name. */
function unitsOf(request: string): number {
  const row = accessPatterns.find(({ name }) => name === request)
  if (!row) throw new Error(`${accessPatternsPath} has no row for ${request}`)
  return row.units
}

export const requestsOfParcel = parcelRequests.reduce((sum, [, times]) => sum + times, 0)
const unitsOfRequests = () =>
  parcelRequests.reduce((sum, [request, times]) => sum + times * unitsOf(request), 0)
/** Items of a transaction cost twice: an event, its marker and the feed's head. Two reads precede them. */
const unitsOfEvent = 3 * 2 + 2
/** A delivery; the position of each of two subscriptions, and that it is idle again. */
const unitsOfDelivery = 2 + 2 * (2 + 2)
/** Units of one parcel: requests, domain events, and their deliveries to a webhook and an open page. */
export const unitsOfParcel = () => unitsOfRequests() + events * (unitsOfEvent + unitsOfDelivery)

/** The monthly quantity of each price, after one year with this number of scans per month. */
export function quantities(scans: number): Record<PriceName, number> {
  const parcels = scans / scansOfParcel
  const requests = parcels * requestsOfParcel
  const views = requests + parcels * cached
  // A change invokes the publisher, an event the feed's writer and the senders of webhooks and WebSockets.
  const calls = requests + parcels * events * 4
  const logs = (calls * 1000) / 1e9
  const storedGigabytes = (parcels * 12 * 30_000) / 1e9
  const environments = 10 + (calls / seconds) * 0.1 * 4
  const roles = Object.keys({ ...groups, ...jobs }).length
  // Each environment fetches two secrets every five minutes; DynamoDB fetches its key as often, for each role.
  const [secretReads, keyReads] = [environments * 2 * 12 * hours, roles * 12 * hours]
  return {
    'DynamoDB, write units on demand': parcels * unitsOfParcel(),
    'DynamoDB, GB stored a month': storedGigabytes,
    'DynamoDB, GB of point-in-time recovery a month': storedGigabytes,
    'Lambda, invocations': calls,
    'Lambda on arm64, GB seconds': requests * 0.06 + parcels * events * (0.04 + 0.06 + 0.3 + 0.05),
    'API Gateway, HTTP API, requests': requests,
    'API Gateway, WebSocket, messages': parcels * events,
    'API Gateway, WebSocket, minutes of connections': parcels * 2,
    'CloudFront, HTTPS requests': views,
    'CloudFront, GB out': (views * 2000 + parcels * 100_000) / 1e9,
    'WAF, firewall and its five rules a month': 1,
    'WAF, requests': views,
    // Three for each message, and five pollers of each queue that poll every twenty seconds.
    'SQS, requests': (2 * 5 * seconds) / 20,
    'SQS, requests of FIFO queues': parcels * events * 3 * 3 + (3 * 5 * seconds) / 20,
    'CloudWatch, GB of logs ingested': logs,
    'CloudWatch, GB of logs stored a month': logs,
    'CloudWatch, alarm metrics a month': 43,
    'CloudWatch, dashboard a month': 1,
    'CloudWatch, custom metrics a month': 4,
    // Every twentieth invocation, and the first of each second.
    'X-Ray, traces': Math.min(calls, calls * 0.05 + seconds),
    'KMS, key a month': 1,
    'KMS, requests': secretReads + keyReads,
    'Secrets Manager, secrets a month': secretNames.length,
    'Secrets Manager, requests': secretReads,
    'S3, GB stored a month': (parcels * 12 * 1e6) / 1e9 + (views * 300) / 1e9,
    'S3, write requests': parcels + hours,
  }
}

/** Quantity and dollars of each price for this number of scans per month. */
export const costsOf = (scans: number) => {
  const rows = Object.entries(quantities(scans)).map(([what, quantity]) => {
    const [dollars, per] = prices[what as PriceName]
    return { what, quantity, dollars: (quantity * dollars) / per }
  })
  return { rows, total: rows.reduce((sum, { dollars }) => sum + dollars, 0) }
}
