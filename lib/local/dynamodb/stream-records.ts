import { DatabaseSync } from 'node:sqlite'

/**
 * Creates an index that keeps writes fast. On a table with a stream, the emulator scans all stream records for the
 * greatest sequence number before every write. `file` is the emulator's data file.
 */
export function indexStreamRecords(file: string): void {
  using database = new DatabaseSync(file, { timeout: 3000 })
  if (hasRecords(database))
    database.exec(
      'CREATE INDEX IF NOT EXISTS local_sequence ON _stream_records(table_name, CAST(sequence_number AS INTEGER))',
    )
}

/**
 * Deletes a table's stream records before a sequence number, as DynamoDB does after 24 hours. The record with that
 * number is kept, because the emulator continues from the greatest number it finds. The emulator's own writes wait for
 * the lock. Throws after 20 ms if the emulator holds the lock; the call can be retried.
 */
export function trimStreamRecords(file: string, table: string, before: string): void {
  using database = new DatabaseSync(file, { timeout: 20 })
  if (hasRecords(database))
    database
      .prepare('DELETE FROM _stream_records WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ?')
      .run(table, BigInt(before))
}

/** Another emulator or version may have a different schema. */
const hasRecords = (database: DatabaseSync) =>
  database.prepare("SELECT 1 FROM sqlite_master WHERE name = '_stream_records'").get() !== undefined
