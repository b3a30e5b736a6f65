import bidiFactory from 'bidi-js'
import { fontRuns } from '../domain/labels/glyphs.ts'
import { typefaceOf, type Glyph, type Typeface } from './typeface.ts'

/** A text and how it is written; `size` is the font size in millimetres. */
export interface Styled {
  text: string
  size: number
  bold?: boolean
}
/** A row of text in its place, in millimetres; `y` is its baseline, measured from the top. */
export interface Row extends Styled {
  x: number
  y: number
}
/** A part of a row with one font and direction, and where its first glyph's pen is, in millimetres. */
export interface Run {
  text: string
  typeface: Typeface
  glyphs: Glyph[]
  x: number
}

const bidi = bidiFactory()

/** The parts of a text from left to right (UAX #9), each of one direction and font. The letters of each are in reading order. */
function visualRuns(text: string) {
  const levels = bidi.getEmbeddingLevels(text)
  const order = bidi.getReorderedIndices(text, levels)
  const runs: { from: number; to: number; level: number }[] = []
  for (const at of order) {
    const level = levels.levels[at] ?? 0
    const last = runs.at(-1)
    if (last?.level === level && at === last.to) last.to++
    else if (last?.level === level && at === last.from - 1) last.from--
    else runs.push({ from: at, to: at + 1, level })
  }
  return runs.flatMap(({ from, to, level }) => {
    const isRightToLeft = level % 2 === 1
    const parts = fontRuns(text.slice(from, to)).map((part) => ({
      text: part.text,
      font: part.font,
      isRightToLeft,
    }))
    return isRightToLeft ? parts.reverse() : parts
  })
}

/** The runs of a row, from left to right. Their fonts are open (openTypefaces). */
export function layOut({ text, x, size, bold = false }: Row): Run[] {
  let at = x
  return visualRuns(text).map((run) => {
    const typeface = typefaceOf(run.font, bold)
    const { glyphs, width } = typeface.layout(run.text, run.isRightToLeft)
    const placed = { text: run.text, typeface, glyphs, x: at }
    at += (width / typeface.unitsPerEm) * size
    return placed
  })
}

/** In millimetres. */
export const widthOf = ({ text, size, bold = false }: Styled): number =>
  visualRuns(text).reduce(
    (sum, { font, text: part, isRightToLeft }) => sum + advanceOf(part, font, bold, isRightToLeft),
    0,
  ) * size

/** The widths of short runs, as parts of the font size. Text that changes its direction at each letter has many of them. */
const advances = new Map<string, number>()
/** In letters, and the number of runs that are kept. */
const [shortRun, maxKept] = [4, 5000]

function advanceOf(text: string, font: string, bold: boolean, isRightToLeft: boolean): number {
  const key = `${font} ${bold} ${isRightToLeft} ${text}`
  const known = advances.get(key)
  if (known !== undefined) return known
  const typeface = typefaceOf(font, bold)
  const advance = typeface.layout(text, isRightToLeft).width / typeface.unitsPerEm
  if (advances.size >= maxKept) advances.clear()
  if (text.length <= shortRun) advances.set(key, advance)
  return advance
}
