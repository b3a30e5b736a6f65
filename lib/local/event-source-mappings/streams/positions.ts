import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { StartupError, errorMessage } from '../../runtime/startup-error.ts'

/** Minimum milliseconds between two writes to disk, unless a write is required at once. */
const writeMilliseconds = 1000

/**
 * The position of each mapping in each shard, stored in `file`: the last sequence number that is done. A crash may lose
 * up to a second of positions of records that the filter has skipped, which are then read again.
 * Throws StartupError if the file cannot be read.
 */
export function openPositions(file: string) {
  const positions = read(file)
  let writtenAt = performance.now()
  let changed = false
  const write = () => {
    if (!changed) return
    // Renaming is atomic.
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(positions), null, 2))
    renameSync(`${file}.new`, file)
    writtenAt = performance.now()
    changed = false
  }
  return {
    get: (shard: string) => positions.get(shard),
    /** `at once`: a function has processed the record and should not receive it again. */
    set(shard: string, sequenceNumber: string, when: 'soon' | 'at once') {
      positions.set(shard, sequenceNumber)
      changed = true
      if (when === 'at once' || performance.now() - writtenAt > writeMilliseconds) write()
    },
    write,
  }
}

function read(file: string): Map<string, string> {
  try {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
  } catch (error) {
    throw new StartupError(
      `The positions in ${file} cannot be read (${errorMessage(error)}): move the file away; the records in the streams are then delivered again.`,
    )
  }
}
