import { Stack } from 'aws-cdk-lib'
import {
  CfnRoute,
  HttpIntegration,
  HttpIntegrationType,
  PayloadFormatVersion,
  type HttpApi,
  type IApi,
  type WebSocketApi,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Function as Lambda, type IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'

// A route is in the stack of its API, where it stays if its function moves: API Gateway refuses a second route with the same
// key, and CloudFormation creates new resources before it deletes old ones (docs/decisions/30).

/**
 * Lets an HTTP API invoke a function. Integration and permission are in the function's stack. The permission is for all
 * routes, including the default one, whose ARN has no path: one for each route would exceed the policy's limit of 20 KB.
 */
export function integrate(httpApi: HttpApi, name: string, live: IFunction): HttpIntegration {
  allowGateway(httpApi, live)
  return new HttpIntegration(Stack.of(live), `${name}Integration`, {
    httpApi,
    integrationType: HttpIntegrationType.AWS_PROXY,
    integrationUri: live.functionArn,
    payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
  })
}

/** Routes requests with all methods of a path to an integration. */
export const routePath = (httpApi: HttpApi, path: string, integration: HttpIntegration) =>
  createRoute(httpApi, httpApi, `ANY ${path}`, integration)

/** Routes all other requests to an integration. */
export const routeDefault = (httpApi: HttpApi, integration: HttpIntegration) =>
  createRoute(Stack.of(httpApi), httpApi, '$default', integration)

/** CDK's HttpRoute would create the integration beside the route. The logical id is the one that HttpRoute gives. */
function createRoute(scope: Construct, httpApi: HttpApi, routeKey: string, integration: HttpIntegration) {
  const route = new Construct(scope, routeKey === '$default' ? 'Default' : routeKey.replace(' ', ''))
  new CfnRoute(route, 'Resource', {
    apiId: httpApi.apiId,
    routeKey,
    authorizationType: 'NONE',
    target: `integrations/${integration.integrationId}`,
  })
  return route
}

/** Routes connections and messages to a function. */
export function routeSockets(api: WebSocketApi, live: IFunction) {
  allowGateway(api, live)
  // CDK would create permissions beside the routes, where they may come after the change of the function.
  const handler = Lambda.fromFunctionAttributes(api, 'Handler', {
    functionArn: live.functionArn,
    sameEnvironment: false,
    skipPermissions: true,
  })
  const integration = (name: string) => new WebSocketLambdaIntegration(`${name}Integration`, handler)
  api.addRoute('$connect', { integration: integration('Connect') })
  api.addRoute('$disconnect', { integration: integration('Disconnect') })
  api.addRoute('$default', { integration: integration('Message'), returnResponse: true })
}

const allowGateway = ({ apiId }: IApi, live: IFunction) =>
  live.addPermission('Gateway', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: Stack.of(live).formatArn({ service: 'execute-api', resource: apiId, resourceName: '*/*' }),
  })
