import { resourcesOf, type Assembly, type Resource } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { apiId } from '../cloudformation/names.ts'

/** A route of an API, and the function that it leads to. */
export interface RouteToFunction {
  key: string
  functionArn: string
  /** A WebSocket route sends the function's answer back. */
  answers: boolean
}

interface RouteProperties {
  ApiId: string
  RouteKey: string
  Target: string
  RouteResponseSelectionExpression?: string
}
interface RouteResponseProperties {
  RouteId: string
}
interface IntegrationProperties {
  IntegrationType: string
  IntegrationUri: string
}

const type = (name: string) => `AWS::ApiGatewayV2::${name}`

/**
 * The routes of an API of the templates.
 * Throws StartupError where one leads to anything but a function (AWS_PROXY).
 */
export function routesOf(assembly: Assembly, resolve: Resolve, id: string): RouteToFunction[] {
  const properties = ({ properties, stack }: Resource) => resolve(properties, stack)
  const responses = resourcesOf(assembly, type('RouteResponse')).map(
    (resource) => (properties(resource) as RouteResponseProperties).RouteId,
  )
  return resourcesOf(assembly, type('Route'))
    .map((resource) => ({ id: apiId(resource), ...(properties(resource) as RouteProperties) }))
    .filter(({ ApiId }) => ApiId === id)
    .map(({ id, RouteKey: key, Target, RouteResponseSelectionExpression: selection }) => ({
      key,
      functionArn: integrated(key, Target.replace('integrations/', '')),
      answers: selection === '$default' && responses.includes(id),
    }))

  function integrated(route: string, integrationId: string): string {
    const integration = resourcesOf(assembly, type('Integration')).find((one) => apiId(one) === integrationId)
    if (!integration) throw new StartupError(`Route ${route} has no integration.`)
    const { IntegrationType, IntegrationUri } = properties(integration) as IntegrationProperties
    // A WebSocket API names the function by the address at which Lambda is called.
    if (IntegrationType === 'AWS_PROXY')
      return IntegrationUri.replace(/^arn:aws:apigateway:.+:path\/[^/]+\/functions\/(.+)\/invocations$/, '$1')
    throw new StartupError(
      `Route ${route} is integrated by ${IntegrationType}: the local cloud knows AWS_PROXY.`,
    )
  }
}
