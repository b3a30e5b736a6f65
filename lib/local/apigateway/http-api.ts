import { routesOf } from './api-routes.ts'
import { resourcesOf, type Assembly, type Resource } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import type { CorsConfiguration } from './cors.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { apiId } from '../cloudformation/names.ts'
import type { Limits } from './throttle.ts'

/** The HTTP API of the templates. */
export interface HttpApi {
  id: string
  stage: string
  cors?: CorsConfiguration
  routes: ApiRoute[]
}

export interface ApiRoute {
  /** `GET /path/{name}`, `ANY /path/{rest+}` or `$default` */
  key: string
  functionArn: string
  limits?: Limits
}

interface StageProperties {
  ApiId: string
  StageName: string
  DefaultRouteSettings?: RouteSettings
  RouteSettings?: Record<string, RouteSettings>
}
interface RouteSettings {
  ThrottlingRateLimit?: number
  ThrottlingBurstLimit?: number
}

/**
 * Reads the HTTP API and its routes from the templates.
 * Throws StartupError if there is not exactly one, or a route has an integration other than AWS_PROXY.
 */
export function httpApiOf(assembly: Assembly, resolve: Resolve): HttpApi {
  const properties = ({ properties, stack }: Resource) => resolve(properties, stack)
  const [api, ...others] = resourcesOf(assembly, 'AWS::ApiGatewayV2::Api').filter(
    (resource) => resource.properties['ProtocolType'] === 'HTTP',
  )
  if (!api || others.length > 0)
    throw new StartupError(
      `The local cloud serves one HTTP API; the app has ${api ? others.length + 1 : 'none'}.`,
    )
  const id = apiId(api)
  const stage = resourcesOf(assembly, 'AWS::ApiGatewayV2::Stage')
    .map((resource) => properties(resource) as StageProperties)
    .find(({ ApiId }) => ApiId === id)
  const { CorsConfiguration: cors } = properties(api) as { CorsConfiguration?: CorsConfiguration }
  const routes = routesOf(assembly, resolve, id).map(({ key, functionArn }) => {
    const limits = limitsOf(stage, key)
    return { key, functionArn, ...(limits && { limits }) }
  })
  return { id, stage: stage?.StageName ?? '$default', ...(cors && { cors }), routes }
}

/** The route's limits, with the stage's as defaults. */
function limitsOf(stage: StageProperties | undefined, key: string): Limits | undefined {
  const settings = { ...stage?.DefaultRouteSettings, ...stage?.RouteSettings?.[key] }
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings
  return rate === undefined || burst === undefined ? undefined : { rate, burst }
}
