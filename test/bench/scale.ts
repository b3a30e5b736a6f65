import assert from 'node:assert/strict'
import { tableLatency } from './feed/dynamodb.ts'
import { queueLatency } from './feed/queue.ts'
import { simulate } from './feed/simulate.ts'
import type { Run, Section } from './table.ts'

const batchSizes = [2, 45]
/** What the feed of one company must reach with 16 shards and 45 events a batch, and what an event may cost. */
const [minEventsPerSecond, maxUnitsPerEvent] = [1500, 6]
/** Delays after refusals are random, so equal rates differ by this share. */
const tolerance = 0.95

/**
 * Simulates the event feed of one company with more and more stream shards. Throws an AssertionError if events per second
 * fall as shards grow, a batch is given up, or rate or units miss their limits.
 */
export async function scale({ say, short }: Run): Promise<Section> {
  const [shardCounts, batches] = short ? [[1, 16], 64] : [[1, 4, 16, 64], 960]
  const rows: string[][] = []
  for (const eventsPerBatch of batchSizes) {
    let before = 0
    for (const shards of shardCounts) {
      const name = `${shards} shards, ${eventsPerBatch} events a batch`
      say(name)
      const seen = await simulate({ shards, eventsPerBatch, batches })
      assert.equal(seen.failures, 0, `${name}: batches given up`)
      assert.ok(
        seen.eventsPerSecond >= before * tolerance,
        `${name}: fewer events a second than with fewer shards`,
      )
      assert.ok(seen.unitsPerEvent <= maxUnitsPerEvent, `${name}: write units`)
      if (shards === 16 && eventsPerBatch === 45) assert.ok(seen.eventsPerSecond >= minEventsPerSecond, name)
      before = seen.eventsPerSecond
      rows.push([
        ...[shards, eventsPerBatch].map(String),
        ...[seen.eventsPerSecond, seen.eventsPerInvocation].map((number) => number.toFixed(0)),
        seen.unitsPerEvent.toFixed(2),
        ...[seen.refused, seen.throttled, seen.failures].map(String),
      ])
    }
  }
  const { get, batch, transaction, perItem, refusal } = tableLatency
  return {
    about: `A simulation in virtual time of the event feed of one company: publishers, one for each stream shard, send ${batches} batches of derived events through a FIFO queue to \`appendEvents\`, whose calls a fake table answers. Assumed are ${queueLatency.send} ms for SendMessage, ${queueLatency.receive} ms to receive a batch and invoke the function, ${get} ms for GetItem, ${batch} ms for BatchGetItem, ${transaction} ms and ${perItem} ms an item for TransactWriteItems, and ${refusal} ms for a refusal. A group takes 300 calls of SendMessage a second, and a partition of the table 1,000 write units. Each event is in the feed once, without gaps, and in the order of its shard.`,
    tables: [
      [
        [
          'stream shards',
          'events a batch',
          'events a second',
          'events an invocation',
          'write units tried an event',
          'transactions refused',
          'sends throttled',
          'batches given up',
        ],
        ...rows,
      ],
    ],
  }
}
