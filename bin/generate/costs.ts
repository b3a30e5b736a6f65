import { groups, jobs } from '../../functions/index.ts'
import { queueNames } from '../../shared/config/queues.ts'
import { secretNames } from '../../shared/config/secrets.ts'
import {
  cachedViews,
  changesOfParcel,
  statusesOfParcel,
  photoViews,
  requestsOfParcel,
  scansOfParcel,
  unitsOfParcel,
} from './parcel.ts'

/** AWS's list prices in us-east-1, in dollars per number of units, without free tiers. */
export const prices = {
  'DynamoDB, write units on demand': [0.625, 1e6],
  'DynamoDB, read units on demand': [0.125, 1e6],
  'DynamoDB, GB stored a month': [0.25, 1],
  'DynamoDB, GB of point-in-time recovery a month': [0.2, 1],
  'Lambda, invocations': [0.2, 1e6],
  'Lambda on arm64, GB seconds': [0.0000133334, 1],
  'API Gateway, HTTP API, requests': [1, 1e6],
  'API Gateway, WebSocket, messages': [1, 1e6],
  'API Gateway, WebSocket, minutes of connections': [0.25, 1e6],
  'CloudFront, HTTPS requests': [1, 1e6],
  'CloudFront, runs of functions': [0.1, 1e6],
  'CloudFront, GB out': [0.085, 1],
  'WAF, firewall and its five rules a month': [10, 1],
  'WAF, requests': [0.6, 1e6],
  'SQS, requests': [0.4, 1e6],
  'SQS, requests of FIFO queues': [0.5, 1e6],
  'CloudWatch, GB of logs ingested': [0.5, 1],
  'CloudWatch, GB of logs stored a month': [0.03, 1],
  'CloudWatch, GB of logs delivered to S3': [0.25, 1],
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
  'S3, read requests': [0.0004, 1e3],
  'S3, GB out': [0.09, 1],
} satisfies Record<string, [dollars: number, per: number]>
type PriceName = keyof typeof prices

const [seconds, hours] = [2_628_000, 730]
/** Calls an hour of what fetches its key or secret every five minutes. */
const everyFiveMinutes = 12 * hours
/** In bytes: a stored photo, a line of the edge's log (compressed in S3), and a record of the firewall's. */
const [photo, edgeLine, compressedLine, firewallRecord] = [1e6, 300, 60, 2000]
/** How many requests the firewall blocks or a rule counts, apart from uploads of photos. */
const logged = 0.02

/** The monthly quantity of each price, after years with this number of scans per month. */
export function quantities(scans: number, years = 1): Record<PriceName, number> {
  const parcels = scans / scansOfParcel
  const stored = parcels * 12 * years
  const requests = parcels * requestsOfParcel
  const views = requests + parcels * cachedViews
  const changes = parcels * changesOfParcel
  // A change invokes the publisher, the feed's writer and the senders of webhooks and WebSockets.
  const counted = parcels * statusesOfParcel
  const calls = requests + changes * 4 + counted
  const edgeLog = (views * edgeLine) / 1e9
  const logs = (calls * 1000 + (parcels + views * logged) * firewallRecord) / 1e9
  const environments = 10 + (calls / seconds) * 0.1 * 4
  const { reads, writes } = unitsOfParcel()
  const secretReads = environments * 2 * everyFiveMinutes
  // DynamoDB's for each role, CloudWatch's for each log group (those of roles and of two APIs), SQS's for each queue.
  const keyReads = (roles + roles + 2 + queueNames.length) * everyFiveMinutes
  return {
    'DynamoDB, write units on demand': parcels * writes,
    'DynamoDB, read units on demand': parcels * reads,
    'DynamoDB, GB stored a month': (stored * 30_000) / 1e9,
    'DynamoDB, GB of point-in-time recovery a month': (stored * 30_000) / 1e9,
    'Lambda, invocations': calls,
    'Lambda on arm64, GB seconds': requests * 0.06 + changes * (0.04 + 0.06 + 0.3 + 0.05) + counted * 0.04,
    // A photo counts as two requests: they are metered by 512 KB.
    'API Gateway, HTTP API, requests': requests + parcels,
    // An open page takes the events of a change in one message.
    'API Gateway, WebSocket, messages': changes,
    'API Gateway, WebSocket, minutes of connections': parcels * 2,
    'CloudFront, HTTPS requests': views,
    'CloudFront, runs of functions': views,
    'CloudFront, GB out': (views * 2000 + parcels * 100_000) / 1e9,
    'WAF, firewall and its five rules a month': 1,
    'WAF, requests': views,
    // Three for each message, and five pollers of each queue that poll every twenty seconds.
    'SQS, requests': (2 * 5 * seconds) / 20,
    'SQS, requests of FIFO queues': (changes * 3 + counted) * 3 + (6 * 5 * seconds) / 20,
    'CloudWatch, GB of logs ingested': logs,
    'CloudWatch, GB of logs stored a month': logs,
    'CloudWatch, GB of logs delivered to S3': edgeLog,
    'CloudWatch, alarm metrics a month': 48,
    'CloudWatch, dashboard a month': 1,
    'CloudWatch, custom metrics a month': 4,
    // Every twentieth invocation, and the first of each second.
    'X-Ray, traces': Math.min(calls, calls * 0.05 + seconds),
    'KMS, key a month': 1,
    'KMS, requests': secretReads + keyReads,
    'Secrets Manager, secrets a month': secretNames.length,
    'Secrets Manager, requests': secretReads,
    'S3, GB stored a month': (stored * photo + views * compressedLine) / 1e9,
    // A photo, and the edge's log every five minutes.
    'S3, write requests': parcels + everyFiveMinutes,
    'S3, read requests': parcels * photoViews,
    'S3, GB out': (parcels * photoViews * photo) / 1e9,
  }
}
const roles = Object.keys({ ...groups, ...jobs }).length

/** Quantity and dollars of each price for this number of scans per month. */
export const costsOf = (scans: number, years = 1) => {
  const rows = Object.entries(quantities(scans, years)).map(([what, quantity]) => {
    const [dollars, per] = prices[what as PriceName]
    return { what, quantity, dollars: (quantity * dollars) / per }
  })
  return { rows, total: rows.reduce((sum, { dollars }) => sum + dollars, 0) }
}
