/** AWS::ApiGatewayV2::Api CorsConfiguration; MaxAge in seconds. */
export interface CorsConfiguration {
  AllowOrigins?: string[]
  AllowMethods?: string[]
  AllowHeaders?: string[]
  ExposeHeaders?: string[]
  MaxAge?: number
  AllowCredentials?: boolean
}

type Headers = Record<string, string>

/**
 * Returns the CORS headers of a response to a browser at `origin`: none without an origin, or for one that is not
 * allowed (API Gateway developer guide, "Configure CORS for HTTP APIs").
 */
export function corsHeaders(cors: CorsConfiguration, origin: string | undefined): Headers {
  const allowed = origin === undefined ? undefined : allowedOrigin(cors.AllowOrigins ?? [], origin)
  if (allowed === undefined) return {}
  return {
    'access-control-allow-origin': allowed,
    ...(cors.AllowCredentials && { 'access-control-allow-credentials': 'true' }),
    ...list('access-control-expose-headers', cors.ExposeHeaders),
  }
}

/** Returns the headers of a preflight response: none if the request has no `Origin` or requested method. */
export function preflightHeaders(cors: CorsConfiguration, request: Readonly<Headers>): Headers {
  const { origin, 'access-control-request-method': method } = request
  const allowed = corsHeaders(cors, method === undefined ? undefined : origin)
  if (!('access-control-allow-origin' in allowed)) return {}
  return {
    ...allowed,
    ...list('access-control-allow-methods', cors.AllowMethods),
    ...list('access-control-allow-headers', cors.AllowHeaders),
    ...(cors.MaxAge !== undefined && { 'access-control-max-age': String(cors.MaxAge) }),
  }
}

/** An allowed origin is exact, `*`, or a scheme with a wildcard (`https://*`). */
function allowedOrigin(origins: readonly string[], origin: string): string | undefined {
  if (origins.includes('*')) return '*'
  const matches = (pattern: string) =>
    pattern.endsWith('://*') ? origin.startsWith(pattern.slice(0, -1)) : pattern === origin
  return origins.some(matches) ? origin : undefined
}

const list = (name: string, values: string[] | undefined): Headers =>
  values && values.length > 0 ? { [name]: values.join(',') } : {}
