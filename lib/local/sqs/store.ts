import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** A message to send. */
export interface OutgoingMessage {
  body: string
  /** In the sender's format. */
  attributes: Record<string, unknown>
  group?: string
}

/** A received message; times in epoch milliseconds. */
export interface Message extends OutgoingMessage {
  id: string
  /** Receive count, this time included. */
  receives: number
  sentAt: number
  firstReceivedAt: number
  /** Receipt handle, valid until the message is received again. */
  receipt: string
  /** The ARN of the queue from which the message moved to this dead-letter queue. */
  deadLetterOf?: string
}

interface Row {
  seq: number
  id: string
  about: string
  body: string
  receives: number
  sent_at: number
  first_received_at: number | null
}

const schema = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY, queue TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, about TEXT NOT NULL,
  sent_at INTEGER NOT NULL, due_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0,
  first_received_at INTEGER, receipt TEXT
);
CREATE INDEX IF NOT EXISTS due ON messages (queue, due_at);`

/**
 * The messages of all queues in one SQLite file, which stays consistent if the process is killed. Times are epoch
 * milliseconds. A message is due when it is visible.
 */
export function queueStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec(schema)
  const insert = database.prepare(
    'INSERT INTO messages (queue, id, body, about, sent_at, due_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const due = database.prepare(
    'SELECT * FROM messages WHERE queue = ? AND due_at <= ? AND sent_at > ? ORDER BY due_at, seq LIMIT ?',
  )
  const hide = database.prepare(
    'UPDATE messages SET due_at = ?, receives = ?, first_received_at = ?, receipt = ? WHERE seq = ?',
  )
  const move = database.prepare(
    'UPDATE messages SET queue = ?, due_at = ?, about = ?, receipt = NULL WHERE seq = ?',
  )
  const remove = database.prepare('DELETE FROM messages WHERE seq = ? AND queue = ? AND receipt = ?')
  const next = database.prepare('SELECT min(due_at) AS at FROM messages WHERE queue = ? AND due_at > ?')
  const expire = database.prepare('DELETE FROM messages WHERE queue = ? AND sent_at <= ?')
  const count = database.prepare(
    `SELECT count(*) FILTER (WHERE due_at <= :now) AS visible,
      count(*) FILTER (WHERE due_at > :now AND receives > 0) AS hidden,
      count(*) FILTER (WHERE due_at > :now AND receives = 0) AS delayed
    FROM messages WHERE queue = :queue AND sent_at > :since`,
  )

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
    /** Returns the message's id. */
    add(queue: string, { body, ...about }: OutgoingMessage, now: number, dueAt: number): string {
      const id = randomUUID()
      insert.run(queue, id, body, JSON.stringify(about), now, dueAt)
      return id
    },
    /** Due messages, oldest first, without those sent before `since`. */
    due: (queue: string, now: number, since: number, max: number) =>
      due.all(queue, now, since, max) as unknown as Row[],
    /** Receives a due message. */
    receive(row: Row, now: number, hiddenUntil: number): Message {
      const { seq, id, body, about, receives, sent_at: sentAt } = row
      const firstReceivedAt = row.first_received_at ?? now
      const receipt = Buffer.from(`${seq} ${randomUUID()}`).toString('base64')
      hide.run(hiddenUntil, receives + 1, firstReceivedAt, receipt, seq)
      const message = { body, ...(JSON.parse(about) as Omit<OutgoingMessage, 'body'>) }
      return { ...message, id, sentAt, firstReceivedAt, receipt, receives: receives + 1 }
    },
    /** Moves a message to the dead-letter queue `queue`. */
    moveToDeadLetters({ seq, about }: Row, deadLetterOf: string, queue: string, now: number) {
      const metadata = JSON.parse(about) as object
      move.run(queue, now, JSON.stringify({ ...metadata, deadLetterOf }), seq)
    },
    /** Returns false for an invalid receipt handle. An outdated one deletes nothing. */
    delete(queue: string, receipt: string): boolean {
      const [, seq] = /^(\d+) /.exec(Buffer.from(receipt, 'base64').toString()) ?? []
      if (seq === undefined) return false
      remove.run(Number(seq), queue, receipt)
      return true
    },
    /** When the next message becomes due, after `now`. */
    nextDue: (queue: string, now: number) => (next.get(queue, now) as { at: number | null }).at ?? undefined,
    expire: (queue: string, since: number) => void expire.run(queue, since),
    count: (queue: string, now: number, since: number) =>
      count.get({ queue, now, since }) as { visible: number; hidden: number; delayed: number },
    [Symbol.dispose]: () => database.close(),
  }
}
