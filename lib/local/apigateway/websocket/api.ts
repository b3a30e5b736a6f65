import { routesOf, type RouteToFunction } from '../api-routes.ts'
import { resourcesOf, type Assembly } from '../../cloudformation/assembly.ts'
import { StartupError } from '../../runtime/startup-error.ts'
import type { Resolve } from '../../cloudformation/intrinsics.ts'
import { apiId } from '../../cloudformation/names.ts'

/** The WebSocket API of the templates. */
export interface WebsocketApi {
  id: string
  stage: string
  /** The field of a message that names its route. */
  field: string
  routes: RouteToFunction[]
}

/**
 * Reads the WebSocket API from the templates, with what its routes lead to; undefined where there is none.
 * Throws StartupError when there are several, it has no stage, or its routes are chosen by anything but a field of the
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
      `The WebSocket API ${api.logicalId} chooses routes by ${expression}: the local cloud knows $request.body.<name>.`,
    )
  return { id, stage: stage.StageName, field, routes: routesOf(assembly, resolve, id) }
}
