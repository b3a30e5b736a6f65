import { resourcesOf, type Assembly, type Resource } from './assembly.ts'
import { CannotStart } from './cannot-start.ts'
import { functionOf } from './http-api.ts'
import type { Resolve } from './intrinsics.ts'
import { apiId } from './names.ts'

/** The WebSocket API of the templates. */
export interface SocketApi {
  id: string
  stage: string
  /** The field of a message (JSON) that names its route. */
  field: string
  /** By their keys: `$connect`, `$disconnect`, `$default`, or what the field says. */
  routes: ReadonlyMap<string, SocketRoute>
}
export interface SocketRoute {
  functionArn: string
  /** What the function answers is sent to whoever asked. */
  answers: boolean
}

const type = (name: string) => `AWS::ApiGatewayV2::${name}`

/**
 * Reads the WebSocket API from the templates; undefined where there is none. Throws CannotStart for more than one, without
 * a stage, or one that chooses routes otherwise than by a field of the message.
 */
export function socketApiOf(assembly: Assembly, resolve: Resolve): SocketApi | undefined {
  const properties = ({ properties, stack }: Resource) => resolve(properties, stack)
  const [api, ...others] = resourcesOf(assembly, type('Api')).filter(
    (resource) => resource.properties['ProtocolType'] === 'WEBSOCKET',
  )
  if (!api) return undefined
  if (others.length > 0)
    throw new CannotStart(`The local cloud serves one WebSocket API; the app has ${others.length + 1}.`)
  const id = apiId(api)
  const ofApi = (name: string) =>
    resourcesOf(assembly, type(name))
      .map((resource) => properties(resource) as { ApiId: string })
      .filter(({ ApiId }) => ApiId === id)
  const [stage] = ofApi('Stage') as { ApiId: string; StageName: string }[]
  const { RouteSelectionExpression: expression } = properties(api) as { RouteSelectionExpression: string }
  const [, field] = /^\$request\.body\.(\w+)$/.exec(expression) ?? []
  if (!stage || field === undefined)
    throw new CannotStart(
      `API ${id} ${stage ? `selects routes by ${expression}: the local cloud knows $request.body.<field>` : 'has no stage'}.`,
    )
  const routes = (ofApi('Route') as RouteProperties[]).map(
    ({ RouteKey, Target, RouteResponseSelectionExpression }): [string, SocketRoute] => [
      RouteKey,
      {
        functionArn: functionOf(assembly, resolve, RouteKey, Target),
        answers: RouteResponseSelectionExpression === '$default',
      },
    ],
  )
  return { id, stage: stage.StageName, field, routes: new Map(routes) }
}

interface RouteProperties {
  ApiId: string
  RouteKey: string
  Target: string
  RouteResponseSelectionExpression?: string
}
