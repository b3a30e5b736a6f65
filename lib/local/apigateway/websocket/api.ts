import { routesOf, type FunctionRoute } from '../api-routes.ts'
import { resourcesOf, type Assembly } from '../../cloudformation/assembly.ts'
import { StartupError } from '../../runtime/startup-error.ts'
import type { Resolve } from '../../cloudformation/intrinsics.ts'
import { apiId } from '../../cloudformation/names.ts'

/** The WebSocket API of the templates. */
export interface WebsocketApi {
  id: string
  stage: string
  /** The field of a JSON message that contains the route key. */
  field: string
  routes: FunctionRoute[]
}

/**
 * Reads the WebSocket API and its routes from the templates; undefined if there is none.
 * Throws StartupError if there are several, it has no stage, or its route selection expression is not a field of the
 * message.
 */
export function websocketApiOf(assembly: Assembly, resolve: Resolve): WebsocketApi | undefined {
  const [api, ...others] = resourcesOf(assembly, 'AWS::ApiGatewayV2::Api').filter(
    (resource) => resource.properties['ProtocolType'] === 'WEBSOCKET',
  )
  if (!api) return undefined
  if (others.length > 0)
    throw new StartupError(`The local cloud serves one WebSocket API; the app has ${others.length + 1}.`)
  const id = apiId(api)
  const stage = resourcesOf(assembly, 'AWS::ApiGatewayV2::Stage')
    .map(({ properties, stack }) => resolve(properties, stack) as { ApiId: string; StageName: string })
    .find(({ ApiId }) => ApiId === id)
  if (!stage) throw new StartupError(`The WebSocket API ${api.logicalId} has no stage.`)
  const expression = String(api.properties['RouteSelectionExpression'])
  const [, field] = /^\$\{?request\.body\.(\w+)\}?$/.exec(expression) ?? []
  if (field === undefined)
    throw new StartupError(
      `The WebSocket API ${api.logicalId} selects routes by ${expression}: the local cloud supports $request.body.<name> only.`,
    )
  return { id, stage: stage.StageName, field, routes: routesOf(assembly, resolve, id) }
}
