/**
 * Stands in the bundles for what libraries bring along and no function ever calls (lib/bundle.ts): DynamoDB's endpoint
 * discovery, event streams, hashes where Node has none, regions that a machine is asked for, retries that adapt, and zod's
 * JSON Schemas, of which `npm run docs` makes the API's document beforehand; and for what nobody hears: what a client would
 * tell a logger, and at each call all that it can do, a tenth of a read.
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
/** A part of a client that does nothing. */
const plugin = () => ({ applyToStack: nothing })
export {
  nothing as loggerMiddleware,
  nothing as loggerMiddlewareOptions,
  nothing as userAgentMiddleware,
  nothing as getUserAgentMiddlewareOptions,
  plugin as getLoggerPlugin,
  plugin as getUserAgentPlugin,
}
