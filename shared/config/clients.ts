/** The AWS services that functions call, as in the SDK's variables: `AWS_ENDPOINT_URL_S3`. */
export type Service = 'DYNAMODB' | 'S3' | 'SES' | 'SQS' | 'APIGATEWAYMANAGEMENTAPI'

/** The configuration of a client: its region, and an endpoint if that is not the region's own. */
export type ClientConfig = ReturnType<typeof clientConfig>

/** Makes a client at the first call with `make`; later calls return the same client. */
export type Clients = <Client>(service: Service, make: (config: ClientConfig) => Client) => Client

type Environment = Readonly<Record<string, string | undefined>>

/** The configuration of a service's client, from the SDK's own variables. */
export function clientConfig(env: Environment, service: Service) {
  const endpoint = env[`AWS_ENDPOINT_URL_${service}`]
  return { region: env.AWS_REGION ?? '', ...(endpoint && { endpoint }), ...defaults }
}

/** The clients of one runtime. */
export function clientsOf(env: Environment): Clients {
  const clients = new Map<unknown, unknown>()
  return <Client>(service: Service, make: (config: ClientConfig) => Client) => {
    if (!clients.has(make)) clients.set(make, make(clientConfig(env, service)))
    return clients.get(make) as Client
  }
}

/**
 * The SDK's defaults. A client looks for each setting that is not given: in the environment, then in the shared ini files,
 * which Lambda does not have.
 */
const defaults = {
  authSchemePreference: [] as string[],
  disableClockSkewCorrection: false,
  ignoreConfiguredEndpointUrls: true,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: () => Promise.resolve(undefined),
} as const

/**
 * Removes the SDK's middleware that copies every request and response for a log that is not written: a tenth of the CPU time of
 * a page.
 */
export function withoutLog<C extends { middlewareStack: { remove(name: string): boolean } }>(client: C): C {
  client.middlewareStack.remove('loggerMiddleware')
  return client
}
