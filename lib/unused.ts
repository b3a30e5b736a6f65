/**
 * Stands in the bundles for what libraries bring along and no function ever calls (lib/bundle.ts): DynamoDB's endpoint
 * discovery, event streams, hashes where Node has none, regions that a machine is asked for, retries that adapt, and zod's
 * JSON Schemas, of which `npm run docs` makes the API's document beforehand.
 */
function nothing(): undefined {
  return undefined
}
export {
  nothing as AdaptiveRetryStrategy,
  nothing as createStandardJSONSchemaMethod,
  nothing as createToJSONSchemaMethod,
  nothing as EndpointCache,
  nothing as EventStreamSerde,
  nothing as eventStreamSerdeProvider,
  nothing as getInstanceMetadataRegion,
  nothing as JSONSchemaGenerator,
  nothing as Sha256Js,
  nothing as toJSONSchema,
}
/** A client's settings, with none for event streams. */
export const resolveEventStreamSerdeConfig = <T>(config: T): T => config
