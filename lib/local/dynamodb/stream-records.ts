import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps writes fast: with a stream the emulator looks for the greatest sequence number before every write, by a
 * full read of its records. This index makes that a look-up. `file` is the emulator's data file.
 */
export function indexStreamRecords(file: string): void {
  using database = new DatabaseSync(file, { timeout: 3000 })
  if (hasRecords(database))
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_sequence ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    )
}

/**
 * Deletes the stream records of a table before a sequence number, which DynamoDB does after 24 hours. The record of that
 * number stays: the emulator counts on from the greatest that it finds, and from 1 where it finds none. It goes on writing
 * meanwhile, for it waits for a lock; where it holds the lock itself, this throws at once and may be tried again.
 */
export function trimStreamRecords(file: string, table: string, before: string): void {
  using database = new DatabaseSync(file, { timeout: 20 })
  if (hasRecords(database))
    database
      .prepare('DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?')
      .run(table, BigInt(before))
}

/** Another emulator, or another version, may keep them otherwise. */
const hasRecords = (database: DatabaseSync) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get() !== undefined
