import { resourcesOf, type Assembly, type Resource } from './assembly.ts'
import { CannotStart } from './cannot-start.ts'
import type { CorsConfiguration } from './cors.ts'
import type { Resolve } from './intrinsics.ts'
import { apiId } from './names.ts'
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
interface RouteProperties {
  ApiId: string
  RouteKey: string
  Target: string
}
interface IntegrationProperties {
  IntegrationType: string
  IntegrationUri: string
}
interface RouteSettings {
  ThrottlingRateLimit?: number
  ThrottlingBurstLimit?: number
}

const type = (name: string) => `AWS::ApiGatewayV2::${name}`

/**
 * Reads the API from the templates, with what its routes lead to.
 * Throws CannotStart when there is not exactly one, or a route leads to anything but a function (AWS_PROXY).
 */
export function httpApiOf(assembly: Assembly, resolve: Resolve): HttpApi {
  const properties = ({ properties, stack }: Resource) => resolve(properties, stack)
  const [api, ...others] = resourcesOf(assembly, type('Api')).filter(
    (resource) => resource.properties['ProtocolType'] === 'HTTP',
  )
  if (!api || others.length > 0)
    throw new CannotStart(
      `The local cloud serves one HTTP API; the app has ${api ? others.length + 1 : 'none'}.`,
    )
  const id = apiId(api)
  const stage = resourcesOf(assembly, type('Stage'))
    .map((resource) => properties(resource) as StageProperties)
    .find(({ ApiId }) => ApiId === id)
  const { CorsConfiguration: cors } = properties(api) as { CorsConfiguration?: CorsConfiguration }
  const routes = resourcesOf(assembly, type('Route'))
    .map((resource) => properties(resource) as RouteProperties)
    .filter(({ ApiId }) => ApiId === id)
    .map(({ RouteKey: key, Target }) => {
      const limits = limitsOf(stage, key)
      return {
        key,
        functionArn: functionOf(assembly, resolve, key, Target),
        ...(limits && { limits }),
      }
    })
  return { id, stage: stage?.StageName ?? '$default', ...(cors && { cors }), routes }
}

/** The ARN of the function that a route leads to. Throws CannotStart for a route that leads to anything else (AWS_PROXY). */
export function functionOf(assembly: Assembly, resolve: Resolve, route: string, target: string): string {
  const integrationId = target.replace('integrations/', '')
  const integration = resourcesOf(assembly, type('Integration')).find((one) => apiId(one) === integrationId)
  if (!integration) throw new CannotStart(`Route ${route} has no integration.`)
  const found = resolve(integration.properties, integration.stack) as IntegrationProperties
  if (found.IntegrationType !== 'AWS_PROXY')
    throw new CannotStart(
      `Route ${route} is integrated by ${found.IntegrationType}: the local cloud knows AWS_PROXY.`,
    )
  // A WebSocket API names the call of the function, an HTTP API the function itself.
  return /\/functions\/(.+)\/invocations$/.exec(found.IntegrationUri)?.[1] ?? found.IntegrationUri
}

/** A route's own limits, else the stage's. */
function limitsOf(stage: StageProperties | undefined, key: string): Limits | undefined {
  const settings = { ...stage?.DefaultRouteSettings, ...stage?.RouteSettings?.[key] }
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings
  return rate === undefined || burst === undefined ? undefined : { rate, burst }
}
