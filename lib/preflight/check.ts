import type { ACMClient } from '@aws-sdk/client-acm'
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import type { IAMClient } from '@aws-sdk/client-iam'
import type { LambdaClient } from '@aws-sdk/client-lambda'
import type { Route53Client } from '@aws-sdk/client-route-53'
import type { SESv2Client } from '@aws-sdk/client-sesv2'
import type { SSMClient } from '@aws-sdk/client-ssm'
import type { Settings } from '../../shared/config/settings.ts'

/** The clients of checks: those of the stacks' region, and of us-east-1, where CloudFront's parts are. */
export interface Target {
  settings: Settings
  account: string
  region: string
  ssm: (region: string) => SSMClient
  cloudformation: (region: string) => CloudFormationClient
  iam: IAMClient
  lambda: LambdaClient
  ses: SESv2Client
  route53: Route53Client
  /** In us-east-1, where CloudFront takes certificates from. */
  acm: ACMClient
}

/** A problem that would stop or spoil a deployment, and its remedy. */
export interface Finding {
  found: string
  cure: string
}

/** Reads only. Undefined if all is well. */
export type Check = (target: Target) => Finding | undefined | Promise<Finding | undefined>

/** The answer of a call, or undefined if AWS says that there is no such thing. Throws other errors. */
export async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    // CloudFormation has no error of its own for a stack that does not exist.
    if (
      error instanceof Error &&
      /NotFound|NoSuch|Stack .* does not exist/.test(`${error.name} ${error.message}`)
    )
      return undefined
    throw error
  }
}
