import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, type CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Settings } from '../../../shared/config/settings.ts'

/**
 * Logs the requests that a rule blocked or counted, with IP address and path, which are needed to find an attacker or a
 * wrong rule, and without what signs a user in: query strings contain tickets and codes of identity providers. The log
 * group has AWS's key, since the data key is in the region of the other stacks.
 */
export function logFirewall(acl: CfnWebACL, { logDays }: Settings) {
  const stack = Stack.of(acl)
  const retention: RetentionDays = logDays
  const { logGroupName } = new LogGroup(stack, 'FirewallLog', {
    // WAF requires the beginning of the name (WAF developer guide, "Amazon CloudWatch Logs").
    logGroupName: `aws-waf-logs-${stack.stackName}`,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  new CfnLoggingConfiguration(stack, 'Logging', {
    resourceArn: acl.attrArn,
    // Without the `:*` at the end of the log group's ARN, which WAF refuses.
    logDestinationConfigs: [
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: ['BLOCK', 'COUNT'].map((Action) => ({ ActionCondition: { Action } })),
        },
      ],
    },
    redactedFields: [
      ...['authorization', 'cookie'].map((Name) => ({ singleHeader: { Name } })),
      { queryString: {} },
    ],
  })
}
