import { create, type Font } from 'fontkit'
import { isRightToLeft, visualRuns } from './bidi.ts'
import { packageFile } from './package-file.ts'
import type { Line } from './sheet.ts'

/** A font that lays a run out in the direction of its letters. Left alone, fontkit takes Arabic digits for letters: 12 is 21. */
export function openFont(file: Buffer): Font {
  const font = create(file) as Font
  const layout = font.layout.bind(font)
  font.layout = (run, features) =>
    layout(run, features, undefined, undefined, isRightToLeft(run) ? 'rtl' : 'ltr')
  return font
}

/** DejaVu Sans has Latin, Cyrillic, Greek, Georgian, Armenian, Arabic and Hebrew letters. Each is read once. */
const fonts: Partial<Record<'regular' | 'bold', Font>> = {}
export const fontOf = ({ bold }: Pick<Line, 'bold'>): Font => {
  const name = bold ? 'bold' : 'regular'
  return (fonts[name] ??= openFont(packageFile(name)))
}

/** What stands where in a line: its runs from left to right, and where each begins, in millimetres. */
export function placed(line: Line): Line[] {
  let x = line.x
  return visualRuns(line.text).map((text) => {
    const run = { ...line, text, x }
    x += widthOf(run)
    return run
  })
}

/** Millimetres. */
function widthOf(line: Pick<Line, 'text' | 'size' | 'bold'>): number {
  const font = fontOf(line)
  const units = visualRuns(line.text).reduce((sum, run) => sum + font.layout(run).advanceWidth, 0)
  return (units / font.unitsPerEm) * line.size
}

/** No line is made smaller than this. */
const smallest = 3.2
/** More letters than this stand in no row of a label. */
const maxLetters = 300

/** Line breaks and other controls, and marks that turn the order of letters around: on paper they are a space or nothing. */
const oneLine = (text: string) =>
  text
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const lettersOf = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

/** A line as it stands: on as many rows as it may have, the last one smaller, and cut where that is not enough. */
export function rowsOf({ rows = 1, ...line }: Line): Line[] {
  const text = oneLine(line.text)
  const letters = lettersOf(text.slice(0, maxLetters * 8)).slice(0, maxLetters)
  if (rows > 1 && widthOf({ ...line, text: letters.join('') }) > line.width) {
    const head = letters.slice(0, longest(letters, line)).join('')
    const space = head.lastIndexOf(' ')
    const end = space > head.length / 2 ? space : head.length
    const next = { ...line, rows: rows - 1, text: text.slice(end), y: line.y + line.size * 1.25 }
    return [{ ...line, text: head.slice(0, end) }, ...rowsOf(next)]
  }
  return [fitted({ ...line, text: letters.join('') }, letters)]
}

function fitted(line: Line, letters: string[]): Line {
  const wanted = widthOf(line)
  if (wanted <= line.width) return line
  const size = Math.max(Math.min(smallest, line.size), (line.size * line.width) / wanted)
  // As wide as it may be, but for what rounding makes of it.
  if (widthOf({ ...line, size }) <= line.width + 0.01) return { ...line, size }
  const most = longest([...letters], { ...line, size }, '…')
  return { ...line, size, text: `${letters.slice(0, most).join('').trimEnd()}…` }
}

/** How many of the letters fit the line's width, with `end` behind them: at least one. By halves, as text is slow to lay out. */
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
