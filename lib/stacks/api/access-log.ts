import { RemovalPolicy } from 'aws-cdk-lib'
import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway'
import { LogGroupLogDestination, type IStage } from 'aws-cdk-lib/aws-apigatewayv2'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { acceptManagedPolicy } from '../cdk-nag.ts'

/**
 * The access log of a stage, without IP address, path (it may contain a tracking id), query (it may contain a ticket) and
 * user agent. `latency` is a variable of the kind of API (API Gateway developer guide, "Logging variables").
 */
export const accessLog = (logGroup: LogGroup, latency: 'responseLatency' | 'integrationLatency') => ({
  destination: new LogGroupLogDestination(logGroup),
  format: AccessLogFormat.custom(
    JSON.stringify({
      request_id: '$context.requestId',
      ...(latency === 'responseLatency' && { method: '$context.httpMethod' }),
      route: '$context.routeKey',
      status: '$context.status',
      latency_ms: `$context.${latency}`,
      function_error: '$context.integrationErrorMessage',
    }),
  ),
})

/**
 * API Gateway logs WebSockets with a role in the settings of the account, which all its APIs in the region share (developer
 * guide, "Permissions for CloudWatch logging"). Other APIs may need it after the stack is deleted, so it stays.
 */
export function allowSocketLogs(scope: Construct, stage: IStage) {
  const managed = 'AmazonAPIGatewayPushToCloudWatchLogs'
  const role = new Role(scope, 'GatewayLogs', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(`service-role/${managed}`)],
  })
  const account = new CfnAccount(scope, 'GatewayAccount', { cloudWatchRoleArn: role.roleArn })
  for (const shared of [role, account]) shared.applyRemovalPolicy(RemovalPolicy.RETAIN)
  stage.node.addDependency(account)
  acceptManagedPolicy(
    role,
    managed,
    'API Gateway refuses a role that cannot write the logs of every API of the account.',
  )
}
