import { join } from 'node:path'
import { expect, test } from 'vitest'
import { existsSync } from 'node:fs'
import { moved } from './mutant.ts'
import { mutants } from './rows.ts'

const root = join(import.meta.dirname, '../../..')

// What the tests find of them is seen by `npm run proof`, which is minutes; here, that they can be tried at all.
test('every mutant’s code stands where its row says, and so do its tests', () => {
  expect(mutants.flatMap((mutant) => moved(mutant, root) ?? [])).toEqual([])
  const files = new Set(mutants.flatMap(({ tests }) => tests))
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('no two mutants are the same, and each changes something', () => {
  const changes = mutants.map(({ file, from, to }) => JSON.stringify([file, from, to]))
  expect(new Set(changes).size).toBe(changes.length)
  expect(mutants.filter(({ from, to }) => from === to)).toEqual([])
})
