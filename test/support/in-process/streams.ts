import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { targetOf, type StreamSource } from '../../../lib/local/event-source-mappings/event-sources.ts'
import { createDelivery } from '../../../lib/local/event-source-mappings/streams/deliveries.ts'
import { createFailureHandler } from '../../../lib/local/event-source-mappings/streams/failures.ts'
import type { LambdaFunction } from '../../../lib/local/lambda/functions.ts'
import type { Queues } from '../../../lib/local/sqs/queues.ts'
import type { StoredChange } from './memory-store.ts'

interface Options {
  functions: readonly LambdaFunction[]
  queues: Queues
  report(line: string): void
}

/**
 * Invokes functions with the changes of a store in memory, as the mappings of its stream say. `take` has
 * the changes, in their order.
 */
export function runStreams(
  sources: readonly StreamSource[],
  { functions, queues, report }: Options,
): { take(changes: readonly StoredChange[]): void; isIdle(): boolean } {
  const { signal } = new AbortController()
  let sequence = 0
  const readers = sources.map((source) => {
    const target = targetOf(source, functions)
    const onFailure = createFailureHandler(source, target, queues)
    const deliver = createDelivery(source, target, { report, onFailure, signal, wait })
    let waiting: StreamRecord[] = []
    let isReading = false
    async function read() {
      isReading = true
      while (waiting.length > 0) {
        const records = waiting
        waiting = []
        await deliver('shard', records, () => undefined)
      }
      isReading = false
    }
    return {
      push(record: StreamRecord) {
        if (!source.filter(record)) return
        waiting.push(record)
        // After the write has its answer.
        if (!isReading) setImmediate(() => void (isReading || read()))
      },
      isIdle: () => !isReading && waiting.length === 0,
    }
  })
  const take = (changes: readonly StoredChange[]) => {
    for (const change of changes) {
      const record = recordOf(change, String(++sequence).padStart(21, '0'))
      for (const { push } of readers) push(record)
    }
  }
  return { take, isIdle: () => readers.every(({ isIdle }) => isIdle()) }
}

/** Of the global timers, which a simulation replaces. */
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A record of the stream, with images before and after (DynamoDB Streams API reference, "Record"). */
const recordOf = ({ key, before, after }: StoredChange, SequenceNumber: string): StreamRecord => ({
  eventID: SequenceNumber,
  eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  dynamodb: {
    ApproximateCreationDateTime: new Date(),
    Keys: { pk: { S: key.pk }, sk: { S: key.sk } },
    ...(before && { OldImage: before }),
    ...(after && { NewImage: after }),
    SequenceNumber,
    StreamViewType: 'NEW_AND_OLD_IMAGES',
  },
})
