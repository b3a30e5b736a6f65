import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type _Record as StreamRecord,
  type DynamoDBStreamsClient,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams'
import { setTimeout as delay } from 'node:timers/promises'
import { wordsOf } from '../../runtime/startup-error.ts'

/** Poll interval of a shard without new records, in milliseconds. */
const pollEvery = 100
/** Milliseconds before a failed call is retried, or a stream without shards is described again. */
const again = 1000
const lookForShards = 10_000
/** Maximum number of records per call (API reference, GetRecords). */
const page = 1000

export interface Stream {
  client: DynamoDBStreamsClient
  arn: string
  /** The sequence number after which to continue; undefined to start at the trim horizon. */
  positionOf(shardId: string): string | undefined
  /** Called with records in order; the next call follows when the promise has resolved. */
  take(shardId: string, records: StreamRecord[]): Promise<void>
  report(line: string): void
}

/** Reads all shards of a stream in parallel, a child after its parent. Resolves on abort. */
export async function readStream(stream: Stream, signal: AbortSignal): Promise<void> {
  const begun = new Set<string>()
  const ended = new Set<string>()
  const open = new Set<Promise<void>>()
  while (!signal.aborted) {
    const shards = (await untilItWorks(stream, signal, () => shardsOf(stream))) ?? []
    const listed = new Set(shards.map(({ ShardId }) => ShardId))
    for (const { ShardId = '', ParentShardId = '' } of shards) {
      if (begun.has(ShardId) || (listed.has(ParentShardId) && !ended.has(ParentShardId))) continue
      begun.add(ShardId)
      const reader = readShard(stream, ShardId, signal).then(() => {
        ended.add(ShardId)
        open.delete(reader)
      })
      open.add(reader)
    }
    await Promise.race([...open, pause(open.size > 0 ? lookForShards : again, signal)])
  }
  await Promise.all(open)
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
    const read = await untilItWorks(stream, signal, async () => {
      const from = iterator ?? (await iteratorOf(stream, shardId))
      // After a failure, continue from the position: the iterator may have expired, or the emulator restarted.
      iterator = undefined
      const { Records = [], NextShardIterator } = await stream.client.send(
        new GetRecordsCommand({ ShardIterator: from, Limit: page }),
      )
      if (Records.length > 0) await stream.take(shardId, Records)
      return { next: NextShardIterator, full: Records.length === page }
    })
    iterator = read?.next
    if (iterator && !read?.full) await pause(pollEvery, signal)
  } while (iterator && !signal.aborted)
}

async function iteratorOf({ client, arn, positionOf }: Stream, ShardId: string): Promise<string | undefined> {
  const shard = { StreamArn: arn, ShardId }
  const begin = () => client.send(new GetShardIteratorCommand({ ...shard, ShardIteratorType: 'TRIM_HORIZON' }))
  const after = positionOf(ShardId)
  if (after === undefined) return (await begin()).ShardIterator
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
    if (error instanceof TrimmedDataAccessException) return (await begin()).ShardIterator
    throw error
  }
}

/** Retries every second and reports the first failure; undefined on abort. */
async function untilItWorks<T>(
  { arn, report }: Stream,
  signal: AbortSignal,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const stopped = () => signal.aborted
  for (let failures = 0; !stopped(); failures++) {
    try {
      return await act()
    } catch (error) {
      if (failures === 0 && !stopped()) report(`Stream ${arn} cannot be read: ${wordsOf(error)}`)
      await pause(again, signal)
    }
  }
  return undefined
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
