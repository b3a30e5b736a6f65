import { beforeAll, expect, inject, test } from 'vitest'
import { seconds } from '../support/suite/time.ts'
import { installFrameworks, parts } from './parts.ts'

// `npm run bench` measures; here, each part runs for a few rounds. Those with other frameworks throw if one makes other calls
// or responds otherwise than our functions.
beforeAll(installFrameworks, seconds(300))

test.for(Object.entries(parts))('%s runs, and has its tables', async ([, { run }]) => {
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
})
