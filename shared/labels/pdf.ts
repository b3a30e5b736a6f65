import type { Font } from 'fontkit'
import { Readable } from 'node:stream'
import { PDFDocument, rgb, type PDFFont, type PDFPage } from 'pdf-lib'
import { drawCodes } from './codes.ts'
import { openFont, layOutRuns, rowsOf } from './fonts.ts'
import { packageFile } from './package-file.ts'
import type { Line, Sheet } from './sheet.ts'

/** Points of 1/72 inch. */
export const points = (millimetres: number) => (millimetres * 72) / 25.4
export const black = rgb(0, 0, 0)

/** pdf-lib expects fontkit 1, whose subsets were streams. */
const fontkit = {
  create(file: Buffer) {
    const font = openFont(file)
    return Object.assign(font, {
      createSubset() {
        const subset = (Object.getPrototypeOf(font) as Font).createSubset.call(font)
        return Object.assign(subset, { encodeStream: () => Readable.from([subset.encode()]) })
      },
    })
  },
}

/** A new document with the fonts, of which only used glyphs are embedded. `made` is its date. */
export async function newPdf(title: string, made: Date) {
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit as unknown as Parameters<typeof pdf.registerFontkit>[0])
  pdf.setTitle(title)
  pdf.setProducer('Courier Logistics')
  pdf.setCreationDate(made)
  pdf.setModificationDate(made)
  const [regular, bold] = await Promise.all([
    pdf.embedFont(packageFile('regular'), { subset: true }),
    pdf.embedFont(packageFile('bold'), { subset: true }),
  ])
  return { pdf, regular, bold }
}

/** The sheet as a PDF of one page; its text can be searched and copied. */
export async function toPdf(title: string, made: Date, sheet: Sheet): Promise<Uint8Array> {
  const { pdf, regular, bold } = await newPdf(title, made)
  const page = pdf.addPage([points(sheet.width), points(sheet.height)])
  for (const line of sheet.lines) drawLine(page, line, line.bold ? bold : regular, sheet.height)
  for (const { x, y, width } of sheet.rules)
    page.drawRectangle({
      x: points(x),
      y: points(sheet.height - y - 0.4),
      width: points(width),
      height: points(0.4),
      color: black,
    })
  for (const { path, x, y, scale } of drawCodes(sheet))
    page.drawSvgPath(path, {
      x: points(x),
      y: points(sheet.height - y),
      scale: points(scale),
      color: black,
    })
  return pdf.save()
}

/** A line's `y` is measured from the top, a page's from the bottom. */
export function drawLine(page: PDFPage, line: Line, font: PDFFont, height: number): void {
  for (const { text, x, y, size } of rowsOf(line).flatMap(layOutRuns))
    page.drawText(text, { x: points(x), y: points(height - y), size: points(size), font })
}
