import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fontOf, layOutRuns, rowsOf } from '../../shared/labels/fonts.ts'

// Layout takes most of the time of a document, in proportion to the code units that are laid out.

/** How many code units are laid out for a line of the width, in millimetres, and in how many rows and runs it is drawn. */
function costOf(text: string, width: number, rows: number) {
  let units = 0
  const font = fontOf({ bold: false })
  const spy = vi.spyOn(font, 'layout')
  try {
    const drawn = rowsOf({ text, x: 0, y: 0, size: 3.4, width, rows })
    const runs = drawn.flatMap(layOutRuns)
    units = spy.mock.calls.reduce((sum, [run]) => sum + run.length, 0)
    return { units, rows: drawn.length, letters: runs.reduce((sum, run) => sum + run.text.length, 0) }
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

test('the cost of a line is bounded by its width, whatever its text', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(18, 32, 88), fc.constantFrom(1, 2), (given, width, rows) => {
      // A place is 0.64 mm, the width of the narrowest letters; a row has two code units for each.
      const places = Math.ceil(width / (0.2 * 3.2))
      const cost = costOf(given, width, rows)
      expect(cost.rows).toBeLessThanOrEqual(rows)
      expect(cost.letters).toBeLessThanOrEqual(rows * (2 * places + 1))
      // The text, half of it, and what a bisection tries: less than ten times the text of each row.
      expect(cost.units).toBeLessThanOrEqual(rows * 10 * 2 * places)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['Giorgi Beridze', 'Giorgi Beridze'],
  ['a'.repeat(300), /^a+…$/],
  ['\u200B'.repeat(1000), /…$/],
])('a text of %j is drawn whole, or cut with an ellipsis', (given, drawn) => {
  const [row] = rowsOf({ text: given, x: 0, y: 0, size: 3.4, width: 32 })
  expect(row?.text).toMatch(drawn)
})
