import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { setTimeout as delay } from 'node:timers/promises'
import type { StreamSource } from '../event-sources.ts'
import type { LambdaFunction } from '../../lambda/functions.ts'
import { region } from '../../cloudformation/names.ts'
import type { Condition, FailureHandler } from './failures.ts'

const initialBackoff = 100
const maxBackoff = 10_000

const waitFor = (milliseconds: number, signal: AbortSignal) => delay(milliseconds, undefined, { signal })

/**
 * Delivers a shard's records in batches. Rejects on abort; records that are not done by then have to be delivered again.
 */
export type Deliver = (shardId: string, records: readonly StreamRecord[], onDone: OnDone) => Promise<void>
/** Called with the last record that is done: it and all before it are not delivered again. */
type OnDone = (last: StreamRecord) => void

/** Callbacks for records that are processed or discarded. `calls` is the number of invocations. */
interface Callbacks {
  onDone: OnDone
  discard(records: readonly StreamRecord[], condition: Condition, calls: number): void
}

interface Options {
  report(line: string): void
  onFailure: FailureHandler
  signal: AbortSignal
  /** Waits before a retry; rejects on abort. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Invokes a function with the records of a shard as Lambda's event-source mapping does (developer guide, "Using AWS
 * Lambda with Amazon DynamoDB"): one batch at a time, in order. After a partial failure, the records before the first
 * failed one are done. A failed batch is split in two or retried with exponential backoff, until its attempts are used
 * up or it is too old. Then it is discarded: `onFailure` is called, and `report` with one line, without the records'
 * content.
 */
export function createDelivery(
  source: StreamSource,
  target: LambdaFunction,
  { report, onFailure, signal, wait = waitFor }: Options,
): Deliver {
  async function deliver(batch: readonly StreamRecord[], callbacks: Callbacks, attempt = 0): Promise<void> {
    const { onDone, discard } = callbacks
    signal.throwIfAborted()
    const last = batch.at(-1)
    if (!last) return
    const unexpired = batch.filter((record) => !isExpired(record, source))
    if (unexpired.length < batch.length)
      discard(
        batch.filter((record) => !unexpired.includes(record)),
        'RecordAgeExceeded',
        attempt,
      )
    const failed = await firstFailed(unexpired, source, target)
    if (failed === unexpired.length) {
      onDone(last)
      return
    }
    const [before, rest] = [unexpired[failed - 1], unexpired.slice(failed)]
    if (before) {
      onDone(before)
      return deliver(rest, callbacks)
    }
    if (source.bisectOnError && rest.length > 1) {
      const middle = Math.ceil(rest.length / 2)
      await deliver(rest.slice(0, middle), callbacks)
      return deliver(rest.slice(middle), callbacks)
    }
    if (source.maxRetries >= 0 && attempt >= source.maxRetries) {
      discard(rest, 'RetryAttemptsExhausted', attempt + 1)
      onDone(last)
      return
    }
    await wait(Math.min(maxBackoff, initialBackoff * 2 ** attempt), signal)
    return deliver(rest, callbacks, attempt + 1)
  }

  return async (shardId, records, onDone) => {
    const discard: Callbacks['discard'] = (discarded, condition, calls) => {
      const numbers = discarded.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '').join(', ')
      const reason = condition === 'RecordAgeExceeded' ? 'are too old' : `have failed ${calls} times`
      report(`Mapping ${source.id}: discarded stream records ${numbers}, which ${reason}`)
      onFailure(shardId, discarded, condition, calls)
    }
    for (let from = 0; from < records.length; from += source.batchSize)
      await deliver(records.slice(from, from + source.batchSize), { onDone, discard })
  }
}

const isExpired = ({ dynamodb }: StreamRecord, { maxAgeSeconds }: StreamSource) =>
  maxAgeSeconds >= 0 &&
  Date.now() - (dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) > maxAgeSeconds * 1000

/** Invokes the function and returns the index of the first failed record; the number of records if none failed. */
async function firstFailed(records: readonly StreamRecord[], source: StreamSource, target: LambdaFunction) {
  if (records.length === 0) return 0
  const result = await target.invoke(eventOf(records, source))
  if (typeof result === 'string') return 0
  const response = source.reportsFailures ? (JSON.parse(result.payload) as BatchResponse) : undefined
  const failed = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    // An unknown sequence number fails the whole batch.
    Math.max(
      0,
      records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === itemIdentifier),
    ),
  )
  return Math.min(records.length, ...failed)
}

type BatchResponse = { batchItemFailures?: { itemIdentifier?: string }[] } | null | undefined

/** The event as JSON: binary values in base64, times in epoch seconds. */
const eventOf = (records: readonly StreamRecord[], { arn }: StreamSource) =>
  JSON.stringify(
    { Records: records.map((record) => ({ ...record, awsRegion: region, eventSourceARN: arn })) },
    function (this: Record<string, unknown>, name, value: unknown) {
      const original = this[name]
      if (original instanceof Uint8Array) return Buffer.from(original).toString('base64')
      return original instanceof Date ? original.getTime() / 1000 : value
    },
  )
