import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'
import { routes } from '../../../functions/index.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import { socketStage } from '../api/realtime.ts'
import { logFirewall } from './firewall-log.ts'

/** The region of CloudFront's firewalls, certificates and metrics, whatever the region of the stacks is. */
export const edgeRegion = 'us-east-1'

/**
 * The web application firewall of the distribution, in its own stack, since AWS requires us-east-1 for these
 * (docs/decisions/11). Which of AWS's rules only count, and why, is decision 20.
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
        blocking(0, 'RatePerAddress', {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            evaluationWindowSec: 300,
            limit: settings.edgePerFiveMinutes,
          },
        }),
        managed(1, 'AWSManagedRulesAmazonIpReputationList'),
        managed(2, 'AWSManagedRulesKnownBadInputsRuleSet', countedInputs),
        managed(3, 'AWSManagedRulesCommonRuleSet', countedCommon),
        blocking(4, 'OutsideTheApi', {
          andStatement: { statements: [isCounted, { notStatement: { statement: isOfTheApi } }] },
        }),
      ],
    })
    logFirewall(acl, settings)
    this.arn = acl.attrArn
  }
}

/**
 * Bodies of the API are photos, or JSON with texts that people write; its queries contain search texts, cursors of 2,000
 * characters, and parameters that identity providers append. The schemas of the routes decide.
 */
const countedInputs = [
  ...['JavaDeserializationRCE', 'Log4JRCE'].flatMap((attack) => [`${attack}_BODY`, `${attack}_QUERYSTRING`]),
  'ReactJSRCE_BODY',
]
const countedCommon = [
  'NoUserAgent_HEADER',
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'RestrictedExtensions_QUERYARGUMENTS',
  ...['EC2MetaDataSSRF', 'GenericLFI', 'GenericRFI', 'CrossSiteScripting'].flatMap((attack) => [
    `${attack}_BODY`,
    `${attack}_QUERYARGUMENTS`,
  ]),
]
/** A rule that only counts leaves its label on the request (WAF developer guide, "Labels on web requests"). */
const isCounted: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: ['known-bad-inputs', 'core-rule-set'].map((group) => ({
      labelMatchStatement: { scope: 'NAMESPACE', key: `awswaf:managed:aws:${group}:` },
    })),
  },
}

/** The API's paths: all below a first part, such as `/api/`, or one path, such as that of the WebSockets. */
const apiPaths = new Set([...routes.map(({ path }) => /^\/[^/]+\//.exec(path)?.[0] ?? path), `/${socketStage}`])
const isOfTheApi: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: [...apiPaths].map((searchString) => ({
      byteMatchStatement: {
        searchString,
        fieldToMatch: { uriPath: {} },
        positionalConstraint: /^\/.+\/$/.test(searchString) ? 'STARTS_WITH' : 'EXACTLY',
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    })),
  },
}

const blocking = (
  priority: number,
  name: string,
  statement: CfnWebACL.StatementProperty,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  statement,
  action: { block: {} },
  visibilityConfig: visibility(name),
})

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
