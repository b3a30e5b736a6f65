import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { withoutLog, type ClientConfig } from '../config/clients.ts'
import { outsideRetries, refuseOverload } from '../core/overload.ts'

const attempts = 8

/**
 * A client whose retries outlast a burst of lost responses; every repeated call is idempotent. Throws
 * `unavailable` when all retries fail.
 */
export function dynamoClient(config: ClientConfig) {
  const client = new DynamoDBClient({
    ...config,
    // The region's endpoint, not the account's own (https://123456789012.ddb.<region>.amazonaws.com).
    accountIdEndpointMode: 'disabled',
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
  return DynamoDBDocumentClient.from(withoutLog(client), { marshallOptions: { removeUndefinedValues: true } })
}

/**
 * Middleware of a command that is sent once: errors are replaced by one that the SDK does not retry, except a failed
 * condition. The error is in its message, since the SDK would retry one whose `cause` is a lost connection.
 */
export const withoutRetries =
  <Input, Output>(next: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    try {
      return await next(input)
    } catch (error) {
      throw error instanceof ConditionalCheckFailedException
        ? error
        : new Error(`not retried: ${String(error)}`)
    }
  }

/** Inside the SDK's retries. A document command passes its middleware on twice, hence `override`. */
export const insideRetries = { step: 'finalizeRequest', priority: 'low', name: 'once', override: true } as const
