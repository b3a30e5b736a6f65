import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'

/** The region of CloudFront's firewalls, certificates and metrics, whatever the region of the stacks is. */
export const edgeRegion = 'us-east-1'

/**
 * The web application firewall of the distribution, in its own stack, since AWS requires us-east-1 for these
 * (docs/decisions/11). It keeps samples of requests for three hours, and writes no log.
 */
export class FirewallStack extends Stack {
  readonly arn: string

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props)
    const acl = new CfnWebACL(this, 'Firewall', {
      // Also the name of the metrics. Unique, since an account may contain both stages.
      name: this.stackName,
      scope: 'CLOUDFRONT',
      description: 'Protects the edge of the courier service',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(this.stackName),
      rules: [
        {
          name: 'RatePerAddress',
          priority: 0,
          action: { block: {} },
          visibilityConfig: visibility('RatePerAddress'),
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: 300,
              limit: settings.edgePerFiveMinutes,
            },
          },
        },
        managed(1, 'AWSManagedRulesAmazonIpReputationList'),
        managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
        // Count only: the rule blocks bodies over 8 KB. The functions enforce limits of 256 KiB for JSON and 4 MiB for
        // photos.
        managed(3, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
      ],
    })
    this.arn = acl.attrArn
  }
}

/** An AWS managed rule group. The `counted` rules count instead of blocking. */
const managed = (priority: number, name: string, counted: readonly string[] = []): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: visibility(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
})

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
})
