import { DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { withoutLog } from '../../../../shared/config/clients.ts'
import { StartupError } from '../../runtime/startup-error.ts'
import { createDelivery } from './deliveries.ts'
import type { Database } from '../../dynamodb/dynamodb.ts'
import { targetOf, type StreamSource } from '../event-sources.ts'
import type { LambdaFunction } from '../../lambda/functions.ts'
import type { Queues } from '../../sqs/queues.ts'
import { createFailureHandler } from './failures.ts'
import { openPositions } from './positions.ts'
import { trimStreamRecords } from '../../dynamodb/stream-records.ts'
import { readStream, type Stream } from './shards.ts'
import { clientOptions, localClient } from '../../dynamodb/tables.ts'

/** How often processed stream records are deleted, in milliseconds. */
const trimMilliseconds = 5000

interface Options {
  database: Pick<Database, 'endpoint' | 'file'>
  functions: readonly LambdaFunction[]
  /** Contains the queues for discarded records. */
  queues: Queues
  /** Stores the position of each mapping, so that it continues there after a restart. */
  positionsFile: string
  /** Called with one line for discarded records and failures. */
  report(line: string): void
}

/**
 * Invokes functions with the stream records of tables until disposal, which waits for running invocations. Delivery is
 * at least once: after a crash, a batch may be delivered again. Throws StartupError if the app does not have the
 * function or queue, or the table has no stream.
 */
export async function runStreams(
  sources: readonly StreamSource[],
  { database, functions, queues, positionsFile, report }: Options,
): Promise<AsyncDisposable> {
  const { endpoint, file } = database
  const mappings = await Promise.all(
    sources.map(async (source) => {
      const target = targetOf(source, functions)
      const onFailure = createFailureHandler(source, target, queues)
      return { source, target, onFailure, arn: await streamArnOf(source, endpoint) }
    }),
  )
  const stopping = new AbortController()
  const { signal } = stopping
  const client = withoutLog(new DynamoDBStreamsClient({ endpoint, ...clientOptions }))
  const positions = openPositions(positionsFile)

  const readers = mappings.map(({ source, target, onFailure, arn }) => {
    const deliver = createDelivery(source, target, { report, onFailure, signal })
    // A recreated table has a new stream ARN, and its sequence numbers start again.
    const positionKey = (shardId: string) => `${source.id} ${arn} ${shardId}`
    const sequenceNumberOf = (record: StreamRecord | undefined) => record?.dynamodb?.SequenceNumber ?? ''
    let newest: string | undefined
    const stream: Stream = {
      client,
      arn,
      report,
      positionOf: (shardId) => positions.get(positionKey(shardId)),
      async deliver(shardId, records) {
        await deliver(shardId, records.filter(source.filter), (last) =>
          positions.set(positionKey(shardId), sequenceNumberOf(last), 'at once'),
        )
        newest = sequenceNumberOf(records.at(-1))
        positions.set(positionKey(shardId), newest, 'soon')
      },
    }
    return { table: source.table, reading: readStream(stream, signal), newest: () => newest }
  })
  const timer = file === undefined ? undefined : setInterval(() => trim(file), trimMilliseconds).unref()
  /** Records that every mapping has processed are deleted. */
  function trim(file: string) {
    try {
      positions.write()
      for (const table of new Set(readers.map(({ table }) => table))) {
        const newest = readers.filter((one) => one.table === table).map((one) => one.newest())
        const oldest =
          newest.every((one) => one !== undefined) && newest.sort((a, b) => Number(a) - Number(b))[0]
        if (oldest) trimStreamRecords(file, table, oldest)
      }
    } catch {
      // The emulator is writing, or the disk is full: the next run deletes them.
    }
  }
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearInterval(timer)
      await Promise.all(readers.map(({ reading }) => reading))
      positions.write()
      client.destroy()
    },
  }
}

async function streamArnOf({ id, table }: StreamSource, endpoint: string): Promise<string> {
  const client = localClient(endpoint)
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }))
    if (Table?.LatestStreamArn) return Table.LatestStreamArn
    throw new StartupError(
      `Mapping ${id} needs a stream, but ${table} was created without one: delete the data directory to start again.`,
    )
  } finally {
    client.destroy()
  }
}
