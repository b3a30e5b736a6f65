import { create, type Font } from 'fontkit'
import { packageFile } from './package-file.ts'
import type { Line } from './sheet.ts'
import bidiFactory from 'bidi-js'

/** A font with layout in the run's direction. fontkit alone treats Arabic digits as letters: 12 becomes 21. */
export function openFont(file: Buffer): Font {
  const font = create(file) as Font
  const layout = font.layout.bind(font)
  font.layout = (run, features) =>
    layout(run, features, undefined, undefined, isRightToLeft(run) ? 'rtl' : 'ltr')
  return font
}

/** DejaVu Sans covers Latin, Cyrillic, Greek, Georgian, Armenian, Arabic and Hebrew. Each file is read once. */
const fonts: Partial<Record<'regular' | 'bold', Font>> = {}
export const fontOf = ({ bold }: Pick<Line, 'bold'>): Font => {
  const name = bold ? 'bold' : 'regular'
  return (fonts[name] ??= openFont(packageFile(name)))
}

/** A laid out line: its runs from left to right, and their start in millimetres. */
export function layOutRuns(line: Line): Line[] {
  let x = line.x
  return visualRuns(line.text).map((text, n, { length }) => {
    const run = { ...line, text, x }
    if (n < length - 1) x += widthOf(run)
    return run
  })
}

/** In millimetres. */
function widthOf(line: Pick<Line, 'text' | 'size' | 'bold'>): number {
  const units = visualRuns(line.text).reduce((sum, run) => sum + advanceOf(run, line), 0)
  return (units / fontOf(line).unitsPerEm) * line.size
}

/** The widths of short runs, in font units. Text that changes its direction at each letter has many of them. */
const advances = { regular: new Map<string, number>(), bold: new Map<string, number>() }
/** In letters, and the number of runs that are kept. */
const [shortRun, maxKept] = [4, 5000]

function advanceOf(run: string, line: Pick<Line, 'bold'>): number {
  const kept = advances[line.bold ? 'bold' : 'regular']
  const known = kept.get(run)
  if (known !== undefined) return known
  const { advanceWidth } = fontOf(line).layout(run)
  if (kept.size >= maxKept) kept.clear()
  if (run.length <= shortRun) kept.set(run, advanceWidth)
  return advanceWidth
}

/** The smallest font size. */
const smallest = 3.2
/** More letters than a label's row can hold. */
const maxLetters = 300
/** Narrower than any letter that has a width, in parts of the font size: marks without one could go on for ever. */
const narrowest = 0.2
/** The most letters of a row of the width: more do not fit. */
const mostIn = ({ width, size }: Pick<Line, 'width' | 'size'>) =>
  Math.min(maxLetters, Math.ceil(width / (narrowest * Math.min(size, smallest))))

/**
 * Line breaks, control characters and marks that change the direction: on paper they are a space or nothing.
 */
const oneLine = (text: string) =>
  text
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/**
 * The letters of a text that a row has room for, and whether it has more. Marks take no room, so that their number is
 * bounded too: two code units for each place, of which letters with vowels of Arabic and Hebrew take more than one.
 */
function lettersOf(text: string, most: number) {
  const letters: string[] = []
  for (const { segment } of segmenter.segment(text.slice(0, most * 2).toWellFormed())) {
    if (letters.length === most) break
    letters.push(segment)
  }
  return { letters, isCut: letters.join('').length < text.length }
}
const segmenter = new Intl.Segmenter()

/** A fitted line: on its maximum number of rows, the last one smaller, and cut if that is not enough. */
export function rowsOf({ rows = 1, ...line }: Line): Line[] {
  const text = oneLine(line.text)
  const { letters, isCut } = lettersOf(text, mostIn(line))
  if (rows > 1 && widthOf({ ...line, text: letters.join('') }) > line.width) {
    const head = letters.slice(0, longest(letters, line)).join('')
    const space = head.lastIndexOf(' ')
    const end = space > head.length / 2 ? space : head.length
    const next = { ...line, rows: rows - 1, text: text.slice(end), y: line.y + line.size * 1.25 }
    return [{ ...line, text: head.slice(0, end) }, ...rowsOf(next)]
  }
  return [fitted({ ...line, text: letters.join('') }, letters, isCut)]
}

function fitted(line: Line, letters: string[], isCut: boolean): Line {
  const least = Math.min(smallest, line.size)
  const half = letters.slice(0, mostIn(line) >> 1)
  // Layout is slow: of a text that is much too long, no more is laid out.
  if (half.length < letters.length && widthOf({ ...line, size: least, text: half.join('') }) > line.width)
    return cut({ ...line, size: least }, half)
  const wanted = widthOf(line)
  if (wanted <= line.width && !isCut) return line
  const size = Math.min(line.size, Math.max(smallest, (line.size * line.width) / wanted))
  // The maximum width, with a tolerance for rounding.
  if (!isCut && (wanted * size) / line.size <= line.width + 0.01) return { ...line, size }
  return cut({ ...line, size }, letters)
}

const cut = (line: Line, letters: string[]): Line => ({
  ...line,
  text: `${letters
    .slice(0, longest(letters, line, '…'))
    .join('')
    .trimEnd()}…`,
})

/**
 * The number of letters that fit the width with `end` behind them: at least one. Found by bisection, since layout
 * is slow.
 */
function longest(letters: string[], line: Line, end = ''): number {
  let [fits, tooMany] = [1, letters.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    const text = letters.slice(0, middle).join('').trimEnd() + end
    if (widthOf({ ...line, text }) <= line.width) fits = middle
    else tooMany = middle
  }
  return fits
}

const bidi = bidiFactory()

/**
 * The runs of a line in visual order, left to right (UAX #9). The letters of a run are in reading order; glyph
 * layout reverses those of Arabic and Hebrew. Brackets in them are already mirrored (rule L4).
 */
function visualRuns(text: string): string[] {
  const levels = bidi.getEmbeddingLevels(text)
  const order = bidi.getReorderedIndices(text, levels)
  const runs: { from: number; to: number; level: number | undefined }[] = []
  for (const at of order) {
    const level = levels.levels[at]
    const last = runs.at(-1)
    if (last?.level === level && last && at === last.to) last.to++
    else if (last?.level === level && last && at === last.from - 1) last.from--
    else runs.push({ from: at, to: at + 1, level })
  }
  return runs.map(({ from, to, level = 0 }) => {
    const run = text.slice(from, to)
    return level % 2 ? Array.from(run, (letter) => bidi.getMirroredCharacter(letter) ?? letter).join('') : run
  })
}

/** Whether a run is read from right to left: digits and signs alone never are (UAX #9, rules L2 and W2). */
const isRightToLeft = (run: string): boolean =>
  Array.from(run).some((letter) => ['R', 'AL'].includes(bidi.getBidiCharTypeName(letter)))
