import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fit, smallest, type Box } from '../../shared/labels/fit.ts'
import { layOut, widthOf } from '../../shared/labels/runs.ts'
import { fontRuns, readGlyphs } from '../../shared/domain/labels/glyphs.ts'
import { openTypefaces, Typeface } from '../../shared/labels/typeface.ts'

/** How many code units are laid out to fit a text into a box. */
async function costOf(text: string, box: Box) {
  await openTypefaces([text, '…'])
  const spy = vi.spyOn(Typeface.prototype, 'layout')
  try {
    const fitted = fit([{ text, size: 3.4 }], box)
    return { ...fitted, units: spy.mock.calls.reduce((sum, [run]) => sum + run.length, 0) }
  } finally {
    spy.mockRestore()
  }
}

/** Texts of what is slow to lay out, and of any Unicode. */
const hostile = [
  'a',
  ' ',
  'i',
  'ب',
  'لا',
  'שׁ',
  '(',
  '1',
  '\u0301',
  '\u0323',
  '\u064B',
  '\u0651',
  '\u05B0',
  '\u200B',
  '\u200D',
  '\u00AD',
  'ffi',
  '👨‍👩‍👧‍👦',
  'क्ष',
  '\uD800',
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...hostile), { maxLength: 400 }).map((parts) => parts.join('')),
  fc
    .tuple(
      fc.array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 800 }),
    )
    .map(([unit, times]) => unit.join('').repeat(times).slice(0, 2000)),
  fc.string({ unit: 'binary', maxLength: 1000 }),
)

// Layout takes most of the time of a document, in proportion to the code units that are laid out.
test('a text is fitted inside its box, at 6 points or more, at a cost that its box bounds', async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom(18, 32, 88),
      fc.constantFrom(5, 12, 30),
      async (given, width, height) => {
        const { rows, cut, units } = await costOf(given, { x: 1, y: 2, width, height })
        for (const row of rows) {
          expect(row.size).toBeGreaterThanOrEqual(
            Math.min(smallest, row.size < smallest ? oneWide(row.text, width) : smallest) - 0.01,
          )
          expect(widthOf(row)).toBeLessThanOrEqual(width + 0.01)
          expect(row.y).toBeGreaterThan(2)
          expect(row.y).toBeLessThanOrEqual(2 + height)
        }
        if (cut.length === 0) expect(bare(rows.map((row) => row.text).join(''))).toBe(bare(given))
        // A place is 0.42 mm, the width of the narrowest letters, of two code units. Each is measured in its word, in a part of it, alone, and in its row.
        const places = Math.ceil(width / (0.2 * smallest)) * Math.max(1, Math.floor(height / (smallest * 1.25)))
        expect(units).toBeLessThanOrEqual(4 * 2 * places + 20)
      },
    ),
    { numRuns: 300 },
  )
})
/** A text without what is not printed: blanks, control characters and marks of direction. */
const bare = (given: string) =>
  given.toWellFormed().replace(/[\s\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu, '')
/** The size of one letter that is wider than the box at any printed size. */
const oneWide = (letter: string, width: number) => width / widthOf({ text: letter, size: 1 })

test.each([
  ['in one row of its size', 'Giorgi Beridze', 7, 1],
  ['in one smaller row', 'Константинопольская Анна', 7, 1],
  [
    'in rows, at its spaces',
    'г. Москва, Ленинградский проспект, дом 80, корпус 17, строение 5, подъезд 3, этаж 14, квартира 1412',
    4,
    3,
  ],
  [
    'in smaller rows',
    'Apartment 45, entrance 3, 12 Rustaveli street, second courtyard, behind the pharmacy, Tbilisi, Georgia',
    8,
    3,
  ],
])('a text is %s as far as there is room', async (_, given, size, rows) => {
  await openTypefaces([given])
  const fitted = fit([{ text: given, size }], { x: 0, y: 0, width: 88, height: 15 })
  expect(fitted.cut).toEqual([])
  expect(fitted.rows.map((row) => row.text).join(' ')).toBe(given)
  expect(fitted.rows).toHaveLength(rows)
})

test.each([
  ['Devanagari forms its conjuncts', 'श्रीकृष्ण', 6],
  ['Thai has its marks above one another', 'น้ำ', 4],
  ['Arabic joins its letters', 'محمد', 4],
  ['Chinese has glyphs of several fonts', '北京市朝阳区建国路', 9],
  ['digits in Arabic text are read from left to right', '١٢', 2],
])('%s', async (_, given, glyphs) => {
  await openTypefaces([given])
  const runs = layOut({ text: given, x: 0, y: 0, size: 1 })
  const ids = runs.flatMap((run) => run.glyphs.map(({ id }) => id))
  expect(ids, 'no glyph is missing').not.toContain(0)
  expect(ids).toHaveLength(glyphs)
})

test('brackets in Arabic text are mirrored', async () => {
  await openTypefaces(['(فهد)'])
  const idsOf = (text: string) =>
    layOut({ text, x: 0, y: 0, size: 1 }).flatMap(({ glyphs }) => glyphs.map(({ id }) => id))
  const [open, close] = idsOf('()')
  expect(idsOf('(فهد)').filter((id) => id === open || id === close)).toEqual([open, close])
})

test('a mark of Thai is where HarfBuzz puts it, above the vowel', async () => {
  await openTypefaces(['น้ำ'])
  const [{ glyphs } = { glyphs: [] }] = layOut({ text: 'น้ำ', x: 0, y: 0, size: 1 })
  // The letter, the circle of am, the tone above it, and the rest of am, which follows the letter.
  expect(glyphs.map(({ x }) => x)).toEqual([0, 613, 584, 613])
})

test('a character is drawn by the font that has it', () => {
  const { byCharacter } = readGlyphs()
  for (let code = 0x20; code < 0x2200; code++) {
    const character = String.fromCodePoint(code)
    const [run] = fontRuns(character)
    if (run?.isWhole && !/\p{Default_Ignorable_Code_Point}/u.test(character))
      expect(byCharacter.get(code), `U+${code.toString(16)}`).toBe(run.font)
  }
})
