import { DatabaseSync } from 'node:sqlite'

/**
 * `seq` identifies a message. `sequence` is the order of a FIFO queue's messages, and `message_group` their group; both
 * are NULL in standard queues. `about` is JSON of the fields that are returned with the body.
 */
const schema = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY, queue TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, about TEXT NOT NULL,
  sent_at INTEGER NOT NULL, due_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0,
  first_received_at INTEGER, receipt TEXT, message_group TEXT, sequence INTEGER
);
CREATE TABLE IF NOT EXISTS deduplications (
  queue TEXT NOT NULL, scope TEXT NOT NULL, deduplication_id TEXT NOT NULL,
  id TEXT NOT NULL, sequence INTEGER NOT NULL, until INTEGER NOT NULL,
  PRIMARY KEY (queue, scope, deduplication_id)
);
CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);`

const indexes = `
CREATE INDEX IF NOT EXISTS due ON messages (queue, due_at);
CREATE INDEX IF NOT EXISTS in_group ON messages (queue, message_group, sequence);`

/** Opens the file of all queues, and adds the columns that a file of an earlier version lacks. */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec(schema)
  const columns = database.prepare('PRAGMA table_info(messages)').all() as { name: string }[]
  if (!columns.some(({ name }) => name === 'sequence'))
    database.exec(
      'ALTER TABLE messages ADD COLUMN message_group TEXT; ALTER TABLE messages ADD COLUMN sequence INTEGER;',
    )
  database.exec(indexes)
  return database
}
