import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { StartupError } from '../../runtime/startup-error.ts'
import { deliveries } from './deliveries.ts'
import type { Database } from '../../dynamodb/dynamodb.ts'
import { targetOf, type StreamSource } from '../event-sources.ts'
import type { LambdaFunction } from '../../lambda/functions.ts'
import type { Queues } from '../../sqs/queues.ts'
import { failuresTo } from './failures.ts'
import { keptPositions } from './positions.ts'
import { trimStreamRecords } from '../../dynamodb/stream-records.ts'
import { readStream, type Stream } from './shards.ts'
import { anyone, localClient } from '../../dynamodb/tables.ts'

/** What has been read is deleted so often, in milliseconds. */
const trimEvery = 5000

interface Options {
  database: Pick<Database, 'endpoint' | 'file'>
  functions: readonly LambdaFunction[]
  /** Contains the queues for discarded records. */
  queues: Queues
  /** Keeps how far each mapping has come, over restarts. */
  positionsFile: string
  /** Takes a line on what was let go of, or cannot be read. */
  report(line: string): void
}

/**
 * Calls functions with what is written to tables, until this is disposed of; then a call under way is waited for.
 * At least once: over a crash a batch may come again. Throws StartupError for a function, a stream or a queue that is not there.
 */
export async function runStreams(
  sources: readonly StreamSource[],
  { database, functions, queues, positionsFile, report }: Options,
): Promise<AsyncDisposable> {
  const { endpoint, file } = database
  const ready = await Promise.all(
    sources.map(async (source) => {
      const target = targetOf(source, functions)
      const onFailure = failuresTo(source, target, queues)
      return { source, target, onFailure, arn: await streamOf(source, endpoint) }
    }),
  )
  const stopping = new AbortController()
  const { signal } = stopping
  const client = new DynamoDBStreamsClient({ endpoint, ...anyone })
  const positions = keptPositions(positionsFile)

  const begun = ready.map(({ source, target, onFailure, arn }) => {
    const deliver = deliveries(source, target, { report, onFailure, signal })
    // A table that is made anew has another stream, with numbers from the beginning.
    const place = (shardId: string) => `${source.id} ${arn} ${shardId}`
    const numberOf = (record: StreamRecord | undefined) => record?.dynamodb?.SequenceNumber ?? ''
    let newest: string | undefined
    const stream: Stream = {
      ...{ client, arn, report },
      positionOf: (shardId) => positions.get(place(shardId)),
      async take(shardId, records) {
        await deliver(shardId, records.filter(source.wanted), (last) =>
          positions.set(place(shardId), numberOf(last), 'at once'),
        )
        newest = numberOf(records.at(-1))
        positions.set(place(shardId), newest, 'soon')
      },
    }
    return { table: source.table, reading: readStream(stream, signal), newest: () => newest }
  })
  const timer = file === undefined ? undefined : setInterval(() => trim(file), trimEvery).unref()
  /** Records that every mapping has processed are deleted. */
  function trim(file: string) {
    try {
      positions.write()
      for (const table of new Set(begun.map(({ table }) => table))) {
        const newest = begun.filter((one) => one.table === table).map((one) => one.newest())
        const least =
          newest.every((one) => one !== undefined) && newest.sort((a, b) => Number(a) - Number(b))[0]
        if (least) trimStreamRecords(file, table, least)
      }
    } catch {
      // The emulator is writing just now, or the disk is full: what is left over goes the next time.
    }
  }
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearInterval(timer)
      await Promise.all(begun.map(({ reading }) => reading))
      positions.write()
      client.destroy()
    },
  }
}

async function streamOf({ id, table }: StreamSource, endpoint: string): Promise<string> {
  const client = localClient(endpoint)
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }))
    if (Table?.LatestStreamArn) return Table.LatestStreamArn
    throw new StartupError(
      `Mapping ${id} needs the stream of ${table}, which was made without: delete the data directory to start anew.`,
    )
  } finally {
    client.destroy()
  }
}
