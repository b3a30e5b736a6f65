import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type _Record as StreamRecord,
  type DynamoDBStreamsClient,
  type Shard,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb-streams'
import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage } from '../../runtime/startup-error.ts'

/** Poll interval of a shard without new records, in milliseconds. */
const pollMilliseconds = 100
/** Milliseconds before a failed call is retried, or a stream without shards is described again. */
const retryMilliseconds = 1000
const describeMilliseconds = 10_000
/** Maximum number of records per call (API reference, GetRecords). */
const pageSize = 1000

export interface Stream {
  client: DynamoDBStreamsClient
  arn: string
  /** The sequence number after which to continue; undefined to start at the trim horizon. */
  positionOf(shardId: string): string | undefined
  /** Called with records in order; the next call follows when the promise has resolved. */
  deliver(shardId: string, records: StreamRecord[]): Promise<void>
  report(line: string): void
}

/** Reads all shards of a stream in parallel, a child after its parent. Resolves on abort. */
export async function readStream(stream: Stream, signal: AbortSignal): Promise<void> {
  const started = new Set<string>()
  const finished = new Set<string>()
  const readers = new Set<Promise<void>>()
  while (!signal.aborted) {
    const shards = (await retryUntilAborted(stream, signal, () => shardsOf(stream))) ?? []
    const listed = new Set(shards.map(({ ShardId }) => ShardId))
    for (const { ShardId = '', ParentShardId = '' } of shards) {
      if (started.has(ShardId) || (listed.has(ParentShardId) && !finished.has(ParentShardId))) continue
      started.add(ShardId)
      const reader = readShard(stream, ShardId, signal).then(() => {
        finished.add(ShardId)
        readers.delete(reader)
      })
      readers.add(reader)
    }
    await Promise.race([...readers, pause(readers.size > 0 ? describeMilliseconds : retryMilliseconds, signal)])
  }
  await Promise.all(readers)
}

async function shardsOf({ client, arn }: Stream): Promise<Shard[]> {
  const shards: Shard[] = []
  let last: string | undefined
  do {
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn: arn, ...(last && { ExclusiveStartShardId: last }) }),
    )
    shards.push(...(StreamDescription?.Shards ?? []))
    last = StreamDescription?.LastEvaluatedShardId
  } while (last)
  return shards
}

/** Resolves when the shard is closed and completely read, or on abort. */
async function readShard(stream: Stream, shardId: string, signal: AbortSignal): Promise<void> {
  let iterator: string | undefined
  do {
    const read = await retryUntilAborted(stream, signal, async () => {
      const from = iterator ?? (await iteratorOf(stream, shardId))
      // After a failure, continue from the position: the iterator may have expired, or the emulator restarted.
      iterator = undefined
      const { Records = [], NextShardIterator } = await stream.client.send(
        new GetRecordsCommand({ ShardIterator: from, Limit: pageSize }),
      )
      if (Records.length > 0) await stream.deliver(shardId, Records.map(asOnAws))
      return { next: NextShardIterator, full: Records.length === pageSize }
    })
    iterator = read?.next
    if (iterator && !read?.full) await pause(pollMilliseconds, signal)
  } while (iterator && !signal.aborted)
}

async function iteratorOf({ client, arn, positionOf }: Stream, ShardId: string): Promise<string | undefined> {
  const shard = { StreamArn: arn, ShardId }
  const fromTrimHorizon = () =>
    client.send(new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' }))
  const after = positionOf(ShardId)
  if (after === undefined) return (await fromTrimHorizon()).ShardIterator
  try {
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        ...shard,
        ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
        SequenceNumber: after,
      }),
    )
    return ShardIterator
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return (await fromTrimHorizon()).ShardIterator
    throw error
  }
}

/** Retries every second and reports the first failure; undefined on abort. */
async function retryUntilAborted<T>(
  { arn, report }: Stream,
  signal: AbortSignal,
  operation: () => Promise<T>,
): Promise<T | undefined> {
  const stopped = () => signal.aborted
  for (let failures = 0; !stopped(); failures++) {
    try {
      return await operation()
    } catch (error) {
      if (failures === 0 && !stopped()) report(`Stream ${arn} cannot be read: ${errorMessage(error)}`)
      await pause(retryMilliseconds, signal)
    }
  }
  return undefined
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)

/**
 * A record as AWS returns it. DynamoDB Local 3 differs in streams:
 * - An empty map is `{}` instead of `{ M: {} }` (awslabs/amazon-dynamodb-local-samples#37). Other empty values keep their
 *   types, so a value without one is a map.
 * - The time is rounded down to the minute, not to the second.
 */
function asOnAws(record: StreamRecord): StreamRecord {
  const { NewImage, OldImage, ApproximateCreationDateTime: time, ...rest } = record.dynamodb ?? {}
  return {
    ...record,
    dynamodb: {
      ...rest,
      ...(time && { ApproximateCreationDateTime: latest(time) }),
      ...(NewImage && { NewImage: typedMap(NewImage) }),
      ...(OldImage && { OldImage: typedMap(OldImage) }),
    },
  }
}

/** The latest time that rounds down to this one and is not in the future: a record must not seem too old. */
function latest(time: Date): Date {
  const minute = 60_000
  return time.getTime() % minute === 0 ? new Date(Math.min(time.getTime() + minute - 1, Date.now())) : time
}

const typedMap = (map: Record<string, AttributeValue>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, typed(value)]))

function typed(value: AttributeValue): AttributeValue {
  if (value.M) return { M: typedMap(value.M) }
  if (value.L) return { L: value.L.map(typed) }
  return Object.keys(value).length === 0 ? { M: {} } : value
}
