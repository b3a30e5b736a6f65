import { DynamoDBClient, TransactionInProgressException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import type { Readable } from 'node:stream'
import toFastProperties from 'to-fast-properties'
import { outermost, refuseOverload } from '../core/overload.ts'

/**
 * A client whose retries outlast a burst of lost answers; every call it repeats is safe to repeat. Throws
 * `unavailable` where they were all in vain.
 */
export function dynamoClient() {
  const client = new DynamoDBClient({
    // Full jitter up to a second: the SDK's own waits after throttling grow to 20 s, longer than a request may last.
    retryStrategy: new ConfiguredRetryStrategy(8, (retry) => Math.random() * Math.min(1000, 50 * 2 ** retry)),
    requestHandler: { connectionTimeout: 1000, requestTimeout: 1500, throwOnRequestTimeout: true },
    sha256: Sha256,
    streamCollector: collect,
  })
  // For each call the SDK makes a signer, and copies its settings three times: one signer will do, and V8 copies fast what
  // it keeps as it keeps small objects.
  const { signer } = client.config
  let made: ReturnType<typeof signer> | undefined
  client.config.signer = (scheme) => (made ??= signer(scheme))
  toFastProperties(client.config)
  // A transaction that is still under way is no overload: `commit` waits for it.
  const wait = (error: unknown) => error instanceof TransactionInProgressException
  client.middlewareStack.add(refuseOverload(wait), outermost)
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

type Key = string | ArrayBuffer | ArrayBufferView
/**
 * SHA-256 as the SDK signs by it, in the fewest steps of Node's: the SDK's own copies each hash before it reads it, and
 * hands bytes over as a key in the slowest form there is (17 µs of a call, in place of 5).
 */
class Sha256 {
  private readonly parts: Uint8Array[] = []
  private readonly key
  constructor(key?: Key) {
    this.key = typeof key === 'object' ? createSecretKey(bytesOf(key)) : key
  }
  update(part: Uint8Array): void {
    this.parts.push(part)
  }
  digest(): Promise<Uint8Array> {
    const [first = Buffer.alloc(0), ...more] = this.parts
    const all = more.length === 0 ? first : Buffer.concat(this.parts)
    return Promise.resolve(this.key === undefined ? hash('sha256', all, 'buffer') : keyed(this.key, all))
  }
  reset(): void {
    this.parts.length = 0
  }
}
/** Under a text the SDK asks at each call for the same hash, by which it finds the key that it has derived: one is kept. */
function keyed(key: string | KeyObject, of: Uint8Array): Uint8Array {
  if (typeof key === 'string' && last?.key === key && Buffer.compare(last.of, of) === 0) return last.digest
  const digest = createHmac('sha256', key).update(of).digest()
  if (typeof key === 'string') last = { key, of, digest }
  return digest
}
let last: { key: string; of: Uint8Array; digest: Uint8Array } | undefined
const bytesOf = (key: ArrayBuffer | ArrayBufferView) =>
  ArrayBuffer.isView(key) ? Buffer.from(key.buffer, key.byteOffset, key.byteLength) : Buffer.from(key)

/**
 * What an answer holds. The SDK's own asks first whether it is a Blob or a web stream, for which Node loads all that it has of
 * them.
 */
async function collect(answer: Readable): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('end', () => resolve(Buffer.concat(chunks)))
  answer.on('error', reject)
  return promise
}
