import { create, type Font, type Glyph as FontkitGlyph } from 'fontkit'
import { Readable } from 'node:stream'
import {
  beginText,
  endMarkedContent,
  endText,
  PDFDocument,
  PDFHexString,
  PDFOperator,
  PDFOperatorNames,
  rgb,
  setFontAndSize,
  setTextMatrix,
  showText,
  type PDFName,
  type PDFPage,
} from 'pdf-lib'
import { drawCodes, type Drawing } from './codes.ts'
import { layOut, type Row, type Run } from './runs.ts'
import type { Sheet } from './sheet.ts'
import type { Glyph, Typeface } from './typeface.ts'

/** Points of 1/72 inch. */
export const points = (millimetres: number) => (millimetres * 72) / 25.4
export const black = rgb(0, 0, 0)

/** A document, and the rows that are drawn when it is saved: only then are the fonts known that it contains. */
export interface Paper {
  pdf: PDFDocument
  /** A new page of this size in millimetres. */
  page(width: number, height: number): PDFPage
  write(page: PDFPage, rows: readonly Row[]): void
  save(): Promise<Uint8Array>
}

/** A new document. `made` is its date, so that the same content has the same bytes. */
export async function newPaper(title: string, made: Date): Promise<Paper> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  pdf.setProducer('Courier Logistics')
  pdf.setCreationDate(made)
  pdf.setModificationDate(made)
  const written: { page: PDFPage; row: Row }[] = []
  return {
    pdf,
    page: (width, height) => pdf.addPage([points(width), points(height)]),
    write: (page, rows) => void written.push(...rows.map((row) => ({ page, row }))),
    async save() {
      const fonts = new Map<Typeface, EmbeddedFont>()
      for (const { page, row } of written) {
        page.pushOperators(beginText())
        for (const run of layOut(row)) {
          const font = fonts.get(run.typeface) ?? (await embed(pdf, run.typeface))
          fonts.set(run.typeface, font)
          drawRun(page, row, run, font)
        }
        page.pushOperators(endText())
      }
      return pdf.save()
    },
  }
}

/** The sheet as a PDF of one page; its text can be searched and copied. */
export async function toPdf(title: string, made: Date, sheet: Sheet): Promise<Uint8Array> {
  const paper = await newPaper(title, made)
  const page = paper.page(sheet.width, sheet.height)
  paper.write(page, sheet.rows)
  for (const rule of sheet.rules) drawRule(page, rule, 0.4)
  for (const drawing of drawCodes(sheet)) drawPath(page, drawing)
  return paper.save()
}

/** A horizontal rule, in millimetres from the top. */
export function drawRule(
  page: PDFPage,
  { x, y, width }: { x: number; y: number; width: number },
  height: number,
): void {
  const top = page.getHeight()
  page.drawRectangle({
    x: points(x),
    y: top - points(y + height),
    width: points(width),
    height: points(height),
    color: black,
  })
}

export function drawPath(page: PDFPage, { path, x, y, scale }: Drawing): void {
  page.drawSvgPath(path, { x: points(x), y: page.getHeight() - points(y), scale: points(scale), color: black })
}

/** A font in a document, of which only used glyphs are embedded. */
interface EmbeddedFont {
  /** Its name among the resources of a page. */
  nameOn(page: PDFPage): PDFName
  /** The cluster's glyphs with their codes in the document, and their widths in font units. */
  encode(cluster: Cluster): (Glyph & { code: string; width: number })[]
}

/**
 * Embeds a font. pdf-lib has a font library lay out what it writes, whose glyphs here are those that HarfBuzz has found. It
 * expects fontkit 1, whose subsets were streams.
 */
async function embed(pdf: PDFDocument, { file }: Typeface): Promise<EmbeddedFont> {
  const opened = create(file as Buffer) as Font
  let next: Pick<FontkitGlyph, 'id' | 'codePoints' | 'advanceWidth'>[] = []
  const adapted = Object.assign(Object.create(opened) as Font, {
    layout: () => ({ glyphs: next }),
    createSubset() {
      const subset = opened.createSubset()
      return Object.assign(subset, { encodeStream: () => Readable.from([subset.encode()]) })
    },
  })
  pdf.registerFontkit({ create: () => adapted } as unknown as Parameters<typeof pdf.registerFontkit>[0])
  const font = await pdf.embedFont(file, { subset: true })
  const names = new Map<PDFPage, PDFName>()
  /** The characters that a glyph stands for, of a cluster that has no other glyph. */
  const characters = new Map<number, number[]>()
  return {
    nameOn(page) {
      const name = names.get(page) ?? page.node.newFontDictionary(font.name, font.ref)
      names.set(page, name)
      return name
    },
    encode({ text, glyphs }) {
      const [alone, ...others] = glyphs
      if (alone && others.length === 0)
        characters.set(
          alone.id,
          Array.from(text, (one) => one.codePointAt(0) ?? 0),
        )
      next = glyphs.map(({ id }) => ({
        id,
        codePoints: characters.get(id) ?? [],
        advanceWidth: opened.getGlyph(id).advanceWidth,
      }))
      const codes = font.encodeText(text).asString()
      return glyphs.map((glyph, n) => ({
        ...glyph,
        code: codes.slice(n * 4, n * 4 + 4),
        width: next[n]?.advanceWidth ?? 0,
      }))
    },
  }
}

/** Characters that are drawn together. */
interface Cluster {
  text: string
  glyphs: Glyph[]
}
function clustersOf({ text, glyphs }: Run): Cluster[] {
  const byStart = Map.groupBy(glyphs, ({ cluster }) => cluster)
  const starts = [...byStart.keys()].sort((a, b) => a - b)
  return [...byStart].map(([start, together]) => ({
    text: text.slice(start, starts[starts.indexOf(start) + 1]),
    glyphs: together,
  }))
}

/**
 * Draws a run from left to right, as readers of PDFs expect also text that is read from right to left. A cluster of several
 * glyphs is marked with its characters (ISO 32000-1, 14.9.4, "Replacement text"), so that it can be searched and copied.
 */
function drawRun(page: PDFPage, { y, size }: Row, run: Run, { nameOn, encode }: EmbeddedFont): void {
  const baseline = page.getHeight() - points(y)
  const scale = points(size) / run.typeface.unitsPerEm
  const draw = (x: number, up: number, codes: string) =>
    page.pushOperators(
      setTextMatrix(1, 0, 0, 1, points(run.x) + x * scale, baseline + up * scale),
      showText(PDFHexString.of(codes)),
    )
  /** Letters next to each other, which one operator draws. */
  let line = { x: 0, end: 0, codes: '' }
  const endLine = () => {
    if (line.codes !== '') draw(line.x, 0, line.codes)
    line = { x: 0, end: 0, codes: '' }
  }
  page.pushOperators(setFontAndSize(nameOn(page), points(size)))
  for (const cluster of clustersOf(run)) {
    const glyphs = encode(cluster)
    if (glyphs.length === 1 && glyphs.every(({ y }) => y === 0))
      for (const { x, code, width } of glyphs) {
        if (line.codes === '' || Math.abs(line.end - x) >= 1) {
          endLine()
          line.x = x
        }
        line.codes += code
        line.end = x + width
      }
    else {
      endLine()
      const actual = PDFHexString.fromText(cluster.text).toString()
      page.pushOperators(
        PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, ['/Span', `<</ActualText ${actual}>>`]),
      )
      for (const { x, y: up, code } of glyphs) draw(x, up, code)
      page.pushOperators(endMarkedContent())
    }
  }
  endLine()
}
