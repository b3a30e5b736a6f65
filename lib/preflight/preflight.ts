import { ACMClient } from '@aws-sdk/client-acm'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { IAMClient } from '@aws-sdk/client-iam'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { Route53Client } from '@aws-sdk/client-route-53'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import type { Settings } from '../../shared/config/settings.ts'
import { namedRegion } from '../region.ts'
import { edgeRegion } from '../stacks/edge/firewall.ts'
import type { Finding, Target } from './check.ts'
import { runChecks } from './checks.ts'

/**
 * Asks the account of the credentials whether the stacks can be deployed, and writes a report, a line of `write` for each
 * check. Resolves to whether there is no finding.
 */
export async function preflight(settings: Settings, write: (line: string) => void): Promise<boolean> {
  const report = (name: string, finding: Finding | undefined) => {
    write(finding ? `✗ ${name}: ${finding.found}\n    ${finding.cure}` : `✓ ${name}`)
    return !finding
  }
  const region = await namedRegion()
  const named = report('Region', region === undefined ? noRegion : undefined)
  const identity = await new STSClient({ region: region ?? guessed })
    .send(new GetCallerIdentityCommand({}))
    .catch(() => undefined)
  if (!report('Credentials', identity?.Account ? undefined : noCredentials) || !identity?.Account) return false
  const results = await runChecks(targetOf(settings, identity.Account, region ?? guessed))
  const passed = results.map(({ name, finding }) => report(name, finding))
  const findings = [named, ...passed].filter((ok) => !ok).length
  write(
    findings === 0 ? 'Ready: npx cdk deploy --all' : `Not ready: ${findings} of ${passed.length + 2} checks`,
  )
  return findings === 0
}

/** The region that the CDK takes without another. */
const guessed = 'us-east-1'
const noRegion = {
  found: `No region is named, so the CDK would deploy to ${guessed}.`,
  cure: 'Set AWS_REGION, or a region in the profile: aws configure set region <region>',
}
const noCredentials = {
  found: 'AWS takes no credentials from this environment.',
  cure: 'aws configure, aws sso login, or AWS_PROFILE=<profile>',
}

const targetOf = (settings: Settings, account: string, region: string): Target => ({
  settings,
  account,
  region,
  ssm: (where) => new SSMClient({ region: where }),
  cloudformation: (where) => new CloudFormationClient({ region: where }),
  iam: new IAMClient({ region }),
  lambda: new LambdaClient({ region }),
  ses: new SESv2Client({ region }),
  route53: new Route53Client({ region }),
  acm: new ACMClient({ region: edgeRegion }),
})
