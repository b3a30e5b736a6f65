import { Stack, Validations, type CfnElement } from 'aws-cdk-lib'
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { publicUrlOf } from '../../../shared/config/function-settings.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { DataStack } from '../data/stack.ts'
import { accessLog, allowSocketLogs } from './access-log.ts'
import { logGroup } from './function.ts'
import { findingEnvironment } from '../cdk-nag.ts'

/** The stage. Its name is the path, so WebSockets are at `/ws` of both the API and the distribution. */
export const socketStage = 'ws'

/** The WebSocket API. Created before the functions, whose environment contains its URL. */
export function socketApi(scope: Construct, props: { data: DataStack; settings: Settings }) {
  const { settings } = props
  const { socketUrl, routeRate, routeBurst } = settings
  const publicUrl = publicUrlOf(settings)
  const api = new WebSocketApi(scope, 'Sockets', {
    // Required by API Gateway. There is only the $default route; its function reads the field `type`.
    routeSelectionExpression: '$request.body.type',
  })
  const stage = new WebSocketStage(scope, 'SocketStage', {
    webSocketApi: api,
    stageName: socketStage,
    autoDeploy: true,
    throttle: { rateLimit: routeRate, burstLimit: routeBurst },
    accessLogSettings: accessLog(logGroup(scope, 'SocketAccess', props), 'integrationLatency'),
  })
  allowSocketLogs(scope, stage)
  Validations.of(api).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: 'A browser cannot send a token when it opens a WebSocket: the function requires a ticket instead.',
  })
  const logicalId = Stack.of(api).getLogicalId(api.node.defaultChild as CfnElement)
  const url =
    socketUrl ||
    (publicUrl ? `${publicUrl.replace(/^http/, 'ws')}/${socketStage}` : `${api.apiEndpoint}/${socketStage}`)
  return {
    api,
    url,
    /** Allows a function to post to connections. */
    grantPost(handler: Lambda) {
      handler.addEnvironment('AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI', stage.callbackUrl)
      stage.grantManagementApiAccess(handler)
      const { region, account, partition } = findingEnvironment(handler)
      Validations.of(handler).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:${partition}:execute-api:${region}:${account}:<${logicalId}>/${socketStage}/*/@connections/*]`,
        reason: 'The function posts to all open connections.',
      })
    },
  }
}
