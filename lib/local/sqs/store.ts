import { randomUUID } from 'node:crypto'
import { openDatabase } from './database.ts'

/** A message to send. */
export interface OutgoingMessage {
  body: string
  /** In the sender's format. */
  attributes: Record<string, unknown>
  group?: string
  /** FIFO queues only. */
  deduplicationId?: string
}

/** Order and deduplication in a FIFO queue. */
export interface FifoOptions {
  group: string
  deduplicationId: string
  /** Ids are unique within it: '' for the queue, or a group. */
  scope: string
}

/** A sent message; `sequence` in FIFO queues only. */
export interface SentMessage {
  id: string
  sequence?: number
}

/** A received message; times in epoch milliseconds. */
export interface Message extends OutgoingMessage, SentMessage {
  /** Receive count, this time included. */
  receives: number
  sentAt: number
  firstReceivedAt: number
  /** Receipt handle, valid until the message is received again. */
  receipt: string
  /** The ARN of the queue from which the message moved to this dead-letter queue. */
  deadLetterOf?: string
}

/** A stored message. */
export interface Row {
  seq: number
  id: string
  about: string
  body: string
  receives: number
  sent_at: number
  due_at: number
  first_received_at: number | null
  receipt: string | null
  sequence: number | null
}

/** SQS developer guide, "Exactly-once processing": the deduplication interval, in milliseconds. */
const deduplicationMilliseconds = 5 * 60_000

/**
 * A FIFO queue's next messages: the groups by their oldest message, each in order. A group waits while one of its
 * messages is in flight, and messages wait for a delayed one before them.
 */
const dueInOrderSql = `
SELECT *, min(sequence) OVER (PARTITION BY message_group) AS head FROM messages AS message
WHERE queue = :queue AND due_at <= :now AND sent_at > :since AND NOT EXISTS (
  SELECT 1 FROM messages AS other
  WHERE other.queue = :queue AND other.message_group = message.message_group AND other.due_at > :now
    AND other.sent_at > :since AND (other.receives > 0 OR other.sequence < message.sequence)
)
ORDER BY head, sequence LIMIT :max`

/**
 * The messages of all queues in one SQLite file, which stays consistent if the process is killed. Times are epoch
 * milliseconds. A message is due when it is visible.
 */
export function queueStore(file: string) {
  const database = openDatabase(file)
  const insert = database.prepare(
    'INSERT INTO messages (queue, id, body, about, sent_at, due_at, message_group, sequence) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const count = database.prepare(
    "INSERT INTO counters VALUES ('sequence', 1) ON CONFLICT DO UPDATE SET value = value + 1 RETURNING value",
  )
  const duplicate = database.prepare(
    'SELECT id, sequence FROM deduplications WHERE queue = ? AND scope = ? AND deduplication_id = ? AND until > ?',
  )
  const remember = database.prepare('INSERT OR REPLACE INTO deduplications VALUES (?, ?, ?, ?, ?, ?)')
  const forget = database.prepare('DELETE FROM deduplications WHERE until <= ?')
  const due = database.prepare(
    'SELECT * FROM messages WHERE queue = ? AND due_at <= ? AND sent_at > ? ORDER BY due_at, seq LIMIT ?',
  )
  const dueInOrder = database.prepare(dueInOrderSql)
  const hide = database.prepare(
    'UPDATE messages SET due_at = ?, receives = ?, first_received_at = ?, receipt = ? WHERE seq = ?',
  )
  const reschedule = database.prepare('UPDATE messages SET due_at = ? WHERE seq = ?')
  const move = database.prepare(
    'UPDATE messages SET queue = ?, sent_at = ?, due_at = ?, about = ?, receipt = NULL WHERE seq = ?',
  )
  const find = database.prepare('SELECT * FROM messages WHERE seq = ? AND queue = ?')
  const remove = database.prepare('DELETE FROM messages WHERE seq = ?')
  const next = database.prepare('SELECT min(due_at) AS at FROM messages WHERE queue = ? AND due_at > ?')
  const expire = database.prepare('DELETE FROM messages WHERE queue = ? AND sent_at <= ?')
  const counts = database.prepare(
    `SELECT count(*) FILTER (WHERE due_at <= :now) AS visible,
      count(*) FILTER (WHERE due_at > :now AND receives > 0) AS hidden,
      count(*) FILTER (WHERE due_at > :now AND receives = 0) AS delayed
    FROM messages WHERE queue = :queue AND sent_at > :since`,
  )
  const nextSequence = () => (count.get() as { value: number }).value

  return {
    /** Runs `work` in a transaction, which is also faster than single statements. */
    transaction<T>(work: () => T): T {
      database.exec('BEGIN')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    /** Adds a message. In a FIFO queue, a duplicate of the last five minutes is not added, and the first is returned. */
    add(queue: string, message: OutgoingMessage, now: number, dueAt: number, fifo?: FifoOptions): SentMessage {
      const { body, ...about } = message
      const known = fifo && duplicate.get(queue, fifo.scope, fifo.deduplicationId, now)
      if (known) return known as unknown as SentMessage
      const id = randomUUID()
      const sequence = fifo && nextSequence()
      if (fifo && sequence !== undefined)
        remember.run(queue, fifo.scope, fifo.deduplicationId, id, sequence, now + deduplicationMilliseconds)
      insert.run(queue, id, body, JSON.stringify(about), now, dueAt, fifo?.group ?? null, sequence ?? null)
      return { id, ...(sequence !== undefined && { sequence }) }
    },
    /** Due messages, oldest first, without those sent before `since`; of a FIFO queue, those that may be received next. */
    due: (queue: string, isFifo: boolean, now: number, since: number, max: number) =>
      (isFifo
        ? dueInOrder.all({ queue, now, since, max })
        : due.all(queue, now, since, max)) as unknown as Row[],
    /** Receives a due message. */
    receive(row: Row, now: number, hiddenUntil: number): Message {
      const { seq, id, body, about, receives, sent_at: sentAt, sequence } = row
      const firstReceivedAt = row.first_received_at ?? now
      const receipt = Buffer.from(`${seq} ${randomUUID()}`).toString('base64')
      hide.run(hiddenUntil, receives + 1, firstReceivedAt, receipt, seq)
      const message = { body, ...(JSON.parse(about) as Omit<OutgoingMessage, 'body'>) }
      const order = sequence === null ? {} : { sequence }
      return { ...message, ...order, id, sentAt, firstReceivedAt, receipt, receives: receives + 1 }
    },
    /**
     * Moves a message to the dead-letter queue `queue`. In a FIFO queue its retention starts again, and its id becomes
     * its deduplication id (SQS developer guide, "Using dead-letter queues").
     */
    moveToDeadLetters(row: Row, deadLetterOf: string, queue: string, now: number) {
      const metadata = { ...(JSON.parse(row.about) as object), deadLetterOf }
      const isFifo = row.sequence !== null
      const about = isFifo ? { ...metadata, deduplicationId: row.id } : metadata
      move.run(queue, isFifo ? now : row.sent_at, now, JSON.stringify(about), row.seq)
    },
    /** The message of a receipt handle, including those of an outdated one; undefined: it does not exist; null: invalid handle. */
    find(queue: string, receipt: string): Row | undefined | null {
      const [, seq] = /^(\d+) /.exec(Buffer.from(receipt, 'base64').toString()) ?? []
      return seq === undefined ? null : (find.get(Number(seq), queue) as Row | undefined)
    },
    delete: ({ seq }: Pick<Row, 'seq'>) => void remove.run(seq),
    setDue: ({ seq }: Row, dueAt: number) => void reschedule.run(dueAt, seq),
    /** When the next message becomes due, after `now`. */
    nextDue: (queue: string, now: number) => (next.get(queue, now) as { at: number | null }).at ?? undefined,
    /** Deletes messages sent until `since`, and expired deduplication ids. */
    expire(queue: string, since: number, now: number) {
      expire.run(queue, since)
      forget.run(now)
    },
    count: (queue: string, now: number, since: number) =>
      counts.get({ queue, now, since }) as { visible: number; hidden: number; delayed: number },
    [Symbol.dispose]: () => database.close(),
  }
}
