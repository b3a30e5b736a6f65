/**
 * Stands in the bundles for what libraries bring along and no function ever calls (stand-ins.ts): DynamoDB's endpoint
 * discovery, event streams, hashes where Node has none, streams of browsers or of pieces, buckets of one zone, of another
 * region or of no name, keys and signatures of other kinds, requests in XML, regions that a machine is asked for, retries
 * that adapt, extensions of a client, fonts that are compressed or that every reader has, forms in PDF and what reads it,
 * zod's guard against data in circles, and its JSON Schemas, of which `npm run docs` makes the API's document beforehand;
 * and for what nobody hears: what a client would tell a logger or of old Nodes, and at each call all that it can do, a tenth
 * of a read.
 */
export function nothing(): undefined {
  return undefined
}
/** A part of a client that does nothing. */
export const plugin = () => ({ applyToStack: nothing })
/** A client's settings, with none of this part's. */
export const config = <T>(given: T): T => given
/** Writes bodies of XML. */
export class XmlShapeSerializer {
  setSerdeContext = nothing
}
