import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { StartupError, wordsOf } from '../../runtime/startup-error.ts'

/** How often positions are written to disk, in milliseconds. */
const atLeast = 1000

export type Positions = ReturnType<typeof keptPositions>

/**
 * How far each mapping has read each shard, kept in `file`: the last sequence number that is through. A crash may lose
 * the last second of what no function was called for, which is then only read again.
 * Throws StartupError where the file cannot be read.
 */
export function keptPositions(file: string) {
  const kept = read(file)
  let written = performance.now()
  let changed = false
  const write = () => {
    if (!changed) return
    // Whole or not at all.
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(kept), null, 2))
    renameSync(`${file}.new`, file)
    written = performance.now()
    changed = false
  }
  return {
    get: (shard: string) => kept.get(shard),
    /** `at once`: a function was called for it and must not be called again. */
    set(shard: string, sequenceNumber: string, when: 'soon' | 'at once') {
      kept.set(shard, sequenceNumber)
      changed = true
      if (when === 'at once' || performance.now() - written > atLeast) write()
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
      `The positions in ${file} cannot be read (${wordsOf(error)}): move that file away; what is in the streams still comes again.`,
    )
  }
}
