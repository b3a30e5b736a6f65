import { resourcesOf, type Assembly, type Resource } from '../cloudformation/assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'
import type { Resolve } from '../cloudformation/intrinsics.ts'
import { apiId } from '../cloudformation/names.ts'

/** A route of an API with its target function. */
export interface FunctionRoute {
  key: string
  functionArn: string
  /** WebSocket only: the function's response is sent to the client. */
  returnsResponse: boolean
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
 * Returns the routes of one API in the templates.
 * Throws StartupError for a route with an integration other than a function (AWS_PROXY).
 */
export function routesOf(assembly: Assembly, resolve: Resolve, id: string): FunctionRoute[] {
  const properties = ({ properties, stack }: Resource) => resolve(properties, stack)
  const responses = resourcesOf(assembly, type('RouteResponse')).map(
    (resource) => (properties(resource) as RouteResponseProperties).RouteId,
  )
  return resourcesOf(assembly, type('Route'))
    .map((resource) => ({ id: apiId(resource), ...(properties(resource) as RouteProperties) }))
    .filter(({ ApiId }) => ApiId === id)
    .map(({ id, RouteKey: key, Target, RouteResponseSelectionExpression: selection }) => ({
      key,
      functionArn: functionArnOf(key, Target.replace('integrations/', '')),
      returnsResponse: selection === '$default' && responses.includes(id),
    }))

  function functionArnOf(route: string, integrationId: string): string {
    const integration = resourcesOf(assembly, type('Integration')).find((one) => apiId(one) === integrationId)
    if (!integration) throw new StartupError(`Route ${route} has no integration.`)
    const { IntegrationType, IntegrationUri } = properties(integration) as IntegrationProperties
    // A WebSocket API contains the invocation URL in place of the function's ARN.
    if (IntegrationType === 'AWS_PROXY')
      return IntegrationUri.replace(/^arn:aws:apigateway:.+:path\/[^/]+\/functions\/(.+)\/invocations$/, '$1')
    throw new StartupError(
      `Route ${route} has an ${IntegrationType} integration: the local cloud supports AWS_PROXY only.`,
    )
  }
}
