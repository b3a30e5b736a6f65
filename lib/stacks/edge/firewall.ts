import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import type { Settings } from '../../../shared/config/settings.ts'

/**
 * The web application firewall of the edge, in a stack of its own, since AWS takes CloudFront's firewalls in us-east-1
 * alone (docs/decisions/11). It keeps samples of requests for three hours, and no log of them.
 */
export class FirewallStack extends Stack {
  readonly arn: string

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, props)
    const acl = new CfnWebACL(this, 'Firewall', {
      // The name of the metrics; another stage may be in the same account.
      name: this.stackName,
      scope: 'CLOUDFRONT',
      description: 'Stands before the edge of the courier service',
      defaultAction: { allow: {} },
      visibilityConfig: measured(this.stackName),
      rules: [
        {
          name: 'RatePerAddress',
          priority: 0,
          action: { block: {} },
          visibilityConfig: measured('RatePerAddress'),
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
        // This rule blocks any body over 8 KB. JSON here may have 256 KiB and a photo 4 MiB, which the functions hold
        // callers to themselves, so it only counts.
        managed(3, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
      ],
    })
    this.arn = acl.attrArn
  }
}

/** A group of rules that AWS keeps up to date, of which some only count. */
const managed = (priority: number, name: string, counted: readonly string[] = []): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: measured(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
})

const measured = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
})
