import { publicUrlOf } from '../../shared/config/function-settings.ts'
import { errorMessage } from '../local/runtime/startup-error.ts'
import {
  bootstrap,
  bootstrapPolicy,
  concurrency,
  edgeBootstrap,
  edgeBootstrapPolicy,
  services,
} from './account.ts'
import type { Check, Finding, Target } from './check.ts'
import { certificate, hostedZone } from './domain.ts'
import { mailIdentity, mailSandbox } from './mail.ts'
import { oneRegion } from './stacks.ts'

const links: Check = ({ settings }) =>
  publicUrlOf(settings) || settings.stage === 'dev'
    ? undefined
    : {
        found: 'Links in e-mails and on labels lead to the API’s own address, which has no pages (publicUrl).',
        cure: 'Set -c domainName= with a certificate, or, after the first deployment, -c publicUrl=<the Url that CourierEdge prints>',
      }

const alarmAddress: Check = ({ settings: { alarmEmail, stage } }) =>
  alarmEmail || stage === 'dev'
    ? undefined
    : { found: 'Nobody is told of alarms (alarmEmail).', cure: 'Set -c alarmEmail=operators@company.example' }

/** By what each is about, in the order of their report. */
export const checks = {
  'Services of the region': services,
  'One region': oneRegion,
  Bootstrap: bootstrap,
  'Bootstrap in us-east-1': edgeBootstrap,
  'Role of CloudFormation': bootstrapPolicy,
  'Role of CloudFormation in us-east-1': edgeBootstrapPolicy,
  Concurrency: concurrency,
  'E-mail sender': mailIdentity,
  'E-mail sandbox': mailSandbox,
  Certificate: certificate,
  'Hosted zone': hostedZone,
  'Links in e-mails': links,
  Alarms: alarmAddress,
} satisfies Record<string, Check>
export type CheckName = keyof typeof checks

export interface Result {
  name: CheckName
  finding: Finding | undefined
}

/** All checks, at once. A check that AWS does not answer is a finding too: nothing may be assumed. */
export const runChecks = (target: Target): Promise<Result[]> =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name: name as CheckName,
      finding: await Promise.resolve(target)
        .then(check)
        .catch((error: unknown) => ({
          found: `It could not be checked: ${errorMessage(error)}`,
          cure: 'Run it with credentials that may read the account (the policy ReadOnlyAccess), and a network',
        })),
    })),
  )
