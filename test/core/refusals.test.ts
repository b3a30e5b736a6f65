import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRefusals } from '../../bin/generate/refusals.ts'
import { Refusal } from '../../shared/core/errors.ts'
import { refused } from '../../shared/domain/bags/refusals.ts'

const sources = globSync('{shared,functions}/**/*.ts').filter((file) => file !== 'shared/core/errors.ts')
const withText = (text: string) => sources.filter((file) => readFileSync(file, 'utf8').includes(text))

test('a refusal has the text of its row with the params in their places', () => {
  const refusal = refused.bag_has_held_packages({ bag: 'MOW-TBS-001', packages: 2 })
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    code: 'conflict',
    reason: 'bag_has_held_packages',
    params: { bag: 'MOW-TBS-001', packages: 2 },
    message:
      'Bag MOW-TBS-001 has 2 packages on hold; take them out, or resolve their cases first (GET /api/v1/cases?kind=HOLD)',
  })
})

test('a param that looks like another is not filled in again', () => {
  const params = { bag: '{packages}', packages: 2 }
  expect(refused.bag_has_held_packages(params).message).toMatch(/^Bag \{packages\} has 2 packages/)
})

test('each reason is unique, and is a word of lower-case letters', () => {
  const reasons = allRefusals.map(({ reason }) => reason)
  expect(reasons).toEqual([...new Set(reasons)])
  expect(reasons.filter((reason) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(reason))).toEqual([])
})

test('each refusal is a row of a table, and each table is where the reference looks for it', () => {
  expect(withText('= refusals(').filter((file) => !file.endsWith('/refusals.ts'))).toEqual([])
  // One that is stored for the requests that wait for it is made from what was stored.
  expect(withText('new Refusal(')).toEqual(['shared/domain/flights/sync-lease.ts'])
})
