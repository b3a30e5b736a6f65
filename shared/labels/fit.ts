import { widthOf, type Row, type Styled } from './runs.ts'

/** A text in a box: `size` is its font size if there is room, `least` the smallest one, in millimetres. */
export interface Paragraph extends Styled {
  least?: number
  /** The maximum number of rows. */
  rows?: number
}
/** Where texts are, in millimetres; `y` is the top. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}
/** The rows in a box, their height in millimetres, and the texts that are cut. */
export interface Fitted {
  rows: Row[]
  height: number
  cut: string[]
}

/** 6 points: the smallest size that is printed. */
export const smallest = 6 * (25.4 / 72)
/** 9 points: below this size, and below this part of the wanted one, a text is broken into rows instead. */
const [comfortable, shrink] = [3.2, 0.6]
/** Between baselines, and from the top to the first one, in parts of the font size. */
const pitch = 1.25
const ascent = 0.97
/** The number of sizes that are tried between the wanted and the least one. */
const steps = 12
/** For rounding, in millimetres. */
const tolerance = 0.01

/**
 * Fits texts into a box, one below the other. A text that is too wide is made smaller, then broken into rows; if the rows are
 * too high, all texts are made smaller, down to their least sizes; if that is not enough, the longest ones are cut and end with
 * an ellipsis. The fonts of the texts are open (openTypefaces).
 */
export function fit(paragraphs: readonly Paragraph[], box: Box): Fitted {
  const texts = paragraphs.map((one) => measuredIn(one, box)).filter(({ pieces }) => pieces.length > 0)
  const broken = (step: number) =>
    texts.map((one) => {
      const { size, least = smallest } = one
      return rowsOf(one, size - (Math.max(0, size - least) * step) / steps, box.width)
    })
  let all = broken(0)
  for (let step = 1; step <= steps && !isWithin(all, box); step++) all = broken(step)
  for (const one of all) cutTo(one, one.of.rows ?? Infinity)
  while (!isWithin(all, box)) {
    const most = Math.max(...all.map(({ rows }) => rows.length))
    for (const one of all.filter(({ rows }) => rows.length === most).slice(0, 1)) cutTo(one, most - 1)
  }

  let y = box.y
  const rows = all.flatMap(({ of, rows, isCut }) =>
    rows.map(({ pieces, size }, at) => {
      const row = styledRow(pieces, { ...of, size }, box.width, isCut && at === rows.length - 1)
      const placed = { ...row, x: box.x, y: y + size * ascent }
      y += size * pitch
      return placed
    }),
  )
  return { rows, height: y - box.y, cut: all.filter(({ isCut }) => isCut).map(({ of }) => of.text) }
}

function isWithin(all: readonly Broken[], { width, height }: Box): boolean {
  const rows = all.flatMap((one) => one.rows)
  return (
    rows.reduce((sum, { size }) => sum + size * pitch, 0) <= height + tolerance &&
    rows.every(
      ({ pieces, size }) => pieces.length === 1 || widthOfPieces(pieces) * size <= width + tolerance,
    ) &&
    all.every(({ of, rows }) => rows.length <= (of.rows ?? Infinity))
  )
}

function cutTo(broken: Broken, rows: number): void {
  if (broken.rows.length <= rows) return
  broken.rows.length = rows
  broken.isCut = true
}

/** A row as it is drawn; with an ellipsis if the text goes on. It is no wider than the box, even if kerning is not as measured. */
function styledRow(pieces: readonly Piece[], style: Styled, width: number, isCut: boolean): Styled {
  const end = isCut ? '…' : ''
  const room = width / style.size - (isCut ? widthOf({ ...style, size: 1, text: end }) : 0)
  const kept = [...pieces]
  while (isCut && kept.length > 1 && widthOfPieces(kept) > room) kept.pop()
  const text = joined(kept) + end
  const wanted = widthOf({ ...style, text })
  const size = wanted > width ? (style.size * width) / wanted : style.size
  return { text, size, ...(style.bold && { bold: true }) }
}

/** What stays together in a row: a word, or a part of a long one. Widths are in parts of the font size. */
interface Piece {
  text: string
  width: number
  /** The width of the space before it. */
  space: number
}
/** A text whose pieces are measured. `isShort` if it was too long to be measured whole. */
interface Measured extends Paragraph {
  pieces: Piece[]
  isShort: boolean
}
interface Broken {
  of: Measured
  rows: { pieces: Piece[]; size: number }[]
  isCut: boolean
}

/** Longer words may be broken, in letters. */
const longWord = 15
const graphemes = new Intl.Segmenter()
/** Finds words of scripts without spaces, such as Thai and Chinese. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const segmentsOf = (text: string, by: Intl.Segmenter) => Array.from(by.segment(text), ({ segment }) => segment)

/** Narrower than any letter that has a width, in parts of the font size: marks without one could go on for ever. */
const narrowest = 0.2

/**
 * The pieces of a text, each measured once. Layout is slow, so a text that is much too long for the box is not laid out whole:
 * two code units for each letter of the least size, since marks take no room.
 */
function measuredIn(paragraph: Paragraph, { width, height }: Box): Measured {
  const { size, least = smallest, rows = Infinity } = paragraph
  const finest = Math.min(size, least)
  const most =
    2 *
    Math.ceil(width / (narrowest * finest)) *
    Math.min(rows, Math.max(1, Math.floor(height / (finest * pitch))))
  const text = oneLine(paragraph.text)
  const shown = text.length <= most ? text : text.slice(0, most).toWellFormed()
  const measured = (text: string) => widthOf({ ...paragraph, size: 1, text })
  const space = measured(' ')
  const pieces = shown.split(' ').flatMap((word): Piece[] => {
    const whole = { text: word, width: measured(word), space }
    if (word.length <= longWord && whole.width * finest <= width) return [whole]
    const parts = segmentsOf(word, words).flatMap((part) =>
      part.length > longWord || measured(part) * finest > width ? segmentsOf(part, graphemes) : [part],
    )
    return parts.map((part, n) => ({ text: part, width: measured(part), space: n === 0 ? space : 0 }))
  })
  return { ...paragraph, text, pieces: text === '' ? [] : pieces, isShort: shown.length < text.length }
}

const widthOfPieces = (pieces: readonly Piece[]) =>
  pieces.reduce((sum, { width, space }, n) => sum + width + (n === 0 ? 0 : space), 0)

/** A text in rows of a size; in one row of a smaller one if that is enough. */
function rowsOf(of: Measured, size: number, width: number): Broken {
  const { pieces, isShort: isCut } = of
  const fitting = width / widthOfPieces(pieces)
  const least = Math.min(size, Math.max(comfortable, size * shrink))
  if (fitting >= least) return { of, rows: [{ pieces: [...pieces], size: Math.min(size, fitting) }], isCut }
  let row: Piece[] = []
  const rows = [{ pieces: row, size }]
  let used = 0
  for (const piece of pieces) {
    const wanted = used + piece.space + piece.width
    if (row.length === 0 || wanted * size <= width) used = row.length === 0 ? piece.width : wanted
    else {
      row = []
      rows.push({ pieces: row, size })
      used = piece.width
    }
    row.push(piece)
  }
  return { of, rows, isCut }
}

/** Line breaks, control characters and marks that change the direction: on paper they are a space or nothing. */
const oneLine = (text: string) =>
  text
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

const joined = (pieces: readonly Piece[]) =>
  pieces.map(({ text, space }, n) => (n > 0 && space > 0 ? ` ${text}` : text)).join('')
