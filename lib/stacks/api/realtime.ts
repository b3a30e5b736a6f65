import { Stack, Validations, type CfnElement } from 'aws-cdk-lib'
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'
import { placeOf } from '../cdk-nag.ts'

/** The one stage; since it stands in the path, sockets are at `/ws` wherever the API is reached. */
export const socketStage = 'ws'

/** The API that sockets are opened at. It is made before the functions, which have its address. */
export function socketApi(scope: Construct, { publicUrl, socketUrl, routeRate, routeBurst }: Settings) {
  const api = new WebSocketApi(scope, 'Sockets', {
    // A client says what it wants in the field `type`; one function answers all of it.
    routeSelectionExpression: '$request.body.type',
  })
  const stage = new WebSocketStage(scope, 'SocketStage', {
    webSocketApi: api,
    stageName: socketStage,
    autoDeploy: true,
    throttle: { rateLimit: routeRate, burstLimit: routeBurst },
  })
  const reason = 'The function logs each connection; a log of each frame would add nothing.'
  for (const id of ['AwsSolutions-APIG1', 'Serverless-APIGWAccessLogging'])
    Validations.of(stage).acknowledge({ id, reason })
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: 'A browser sends no token when it opens a socket: the function takes a ticket instead.',
  })
  const logicalId = Stack.of(api).getLogicalId(api.node.defaultChild as CfnElement)
  const url =
    socketUrl ||
    (publicUrl ? `${publicUrl.replace(/^http/, 'ws')}/${socketStage}` : `${api.apiEndpoint}/${socketStage}`)
  return {
    api,
    url,
    /** Lets a function reach those who are connected. */
    reachable(handler: Lambda) {
      handler.addEnvironment('AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI', stage.callbackUrl)
      stage.grantManagementApiAccess(handler)
      const { region, account } = placeOf(handler)
      Validations.of(handler).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:${region}:${account}:<${logicalId}>/${socketStage}/*/@connections/*]`,
        reason: 'It posts to any of the open connections.',
      })
    },
  }
}

/** Has a function answer all that comes by sockets. */
export function answerSockets(api: WebSocketApi, handler: Lambda) {
  const integration = (name: string) => new WebSocketLambdaIntegration(`${name}Integration`, handler)
  api.addRoute('$connect', { integration: integration('Connect') })
  api.addRoute('$disconnect', { integration: integration('Disconnect') })
  api.addRoute('$default', { integration: integration('Message'), returnResponse: true })
}
