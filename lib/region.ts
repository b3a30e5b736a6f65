import { STSClient } from '@aws-sdk/client-sts'

/**
 * The region that the environment names: for the SDK (AWS_REGION, the profile), or for the CDK, which takes
 * AWS_DEFAULT_REGION too. Undefined without one.
 */
export const namedRegion = async (): Promise<string | undefined> =>
  (await new STSClient({}).config.region().catch(() => undefined)) ??
  (process.env['AWS_DEFAULT_REGION'] || undefined)
