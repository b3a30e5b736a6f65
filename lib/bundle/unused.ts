/**
 * Stands in the bundles for what libraries bring along and no function ever calls (stand-ins.ts): DynamoDB's endpoint
 * discovery, event streams, hashes where Node has none, streams of browsers, buckets of one zone, regions that a machine is
 * asked for, retries that adapt, forms without files, fonts that are compressed or that every reader has, PNG in PDF, and
 * zod's JSON Schemas, of which `npm run docs` makes the API's document beforehand; and for what nobody hears: what a client
 * would tell a logger, and at each call all that it can do, a tenth of a read.
 */
export function nothing(): undefined {
  return undefined
}
/** A part of a client that does nothing. */
export const plugin = () => ({ applyToStack: nothing })
/** A client's settings, with none for event streams. */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config
