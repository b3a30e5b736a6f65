import { beforeAll, expect, inject, test } from 'vitest'
import { installFrameworks, parts } from './parts.ts'

// `npm run bench` measures; here, each part runs for a few rounds. Those with other frameworks throw if one makes other calls
// or responds otherwise than our functions.
const minutes = 60_000
beforeAll(installFrameworks, 5 * minutes)

test.for(Object.entries(parts))(
  '%s runs, and has its tables',
  { timeout: 2 * minutes },
  async ([, { run }]) => {
    const { about, tables } = await run({ say: () => undefined, short: true, assembly: inject('assembly') })
    expect(about).not.toBe('')
    expect(tables).not.toEqual([])
    for (const [head = [], ...rows] of tables) {
      expect(rows).not.toEqual([])
      for (const row of rows) {
        expect(row).toHaveLength(head.length)
        expect(row.join(' ')).not.toMatch(/NaN|undefined/)
      }
    }
  },
)
