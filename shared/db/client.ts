import { DynamoDBClient, TransactionInProgressException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { outsideRetries, refuseOverload } from '../core/overload.ts'

/** Where DynamoDB is: the region, and an endpoint if it is not the region's own. */
interface Location {
  region: string
  endpoint?: string
}

/** The location from the environment, in the SDK's own variables. */
export const locationOf = (env: Readonly<Record<string, string | undefined>>): Location => ({
  region: env.AWS_REGION ?? '',
  ...(env.AWS_ENDPOINT_URL_DYNAMODB && { endpoint: env.AWS_ENDPOINT_URL_DYNAMODB }),
})

const attempts = 8

/**
 * A client whose retries outlast a burst of lost responses; every repeated call is idempotent. Throws
 * `unavailable` when all retries fail.
 */
export function dynamoClient(location: Location) {
  const client = new DynamoDBClient({
    ...location,
    ...defaults,
    maxAttempts: attempts,
    // Full jitter up to a second: the SDK's own delays after throttling grow to 20 s, longer than a request may
    // last.
    retryStrategy: new ConfiguredRetryStrategy(
      attempts,
      (retry) => Math.random() * Math.min(1000, 50 * 2 ** retry),
    ),
    requestHandler: { connectionTimeout: 1000, requestTimeout: 1500, throwOnRequestTimeout: true },
  })
  // A transaction in progress is not an overload: `commit` retries it.
  const wait = (error: unknown) => error instanceof TransactionInProgressException
  client.middlewareStack.add(refuseOverload(wait), outsideRetries)
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/**
 * The SDK's defaults. A client looks for each setting that is not given: in the environment, then in the shared ini files,
 * which Lambda does not have.
 */
const defaults = {
  // The region's endpoint, not the account's own (https://123456789012.ddb.<region>.amazonaws.com).
  accountIdEndpointMode: 'disabled',
  authSchemePreference: [] as string[],
  disableClockSkewCorrection: false,
  ignoreConfiguredEndpointUrls: true,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: () => Promise.resolve(undefined),
} as const
