import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where words are in the texts of the pages and of notices, with what is before them. */
const found = (words: RegExp) =>
  globSync(['site/**/*.{ts,tsx}', 'shared/domain/messages/*.ts'])
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(words)].map(([text]) => text))
    .toSorted()

test('in Russian, “место” is a place; a package is a “грузоместо”', () => {
  expect(found(/[^\n]{0,12}(?<!\p{L})мест(?:а|о|у|ом|е|ам|ах|ами)?(?!\p{L})/giu)).toEqual([
    " ['Place', 'Место",
    'а уже не на месте',
    'ат в другом месте',
    'знает этого места',
  ])
})

test('in Georgian and Arabic, the packages of a parcel have the word that counts them', () => {
  expect(found(/ზოგი ადგილი|قطعه/g)).toEqual([])
})
