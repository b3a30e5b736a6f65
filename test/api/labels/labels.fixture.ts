import * as mupdf from 'mupdf'
import { PNG } from 'pngjs'
import { readCodes } from '../../support/api/codes.ts'

/** The text of a code in an image. */
const textOf = async (png: Buffer, format: 'QRCode' | 'Code128') =>
  (await readCodes(png)).find((code) => code.format === format)?.text

/** Reads labels and manifests as scanners and printers do. */
export const read = {
  async png(bytes: Buffer) {
    const { width, height } = PNG.sync.read(bytes)
    return { qr: await textOf(bytes, 'QRCode'), code128: await textOf(bytes, 'Code128'), width, height }
  },
  /** Renders the page as a printer with 203 dots per inch does. */
  async pdf(bytes: Buffer) {
    const document = mupdf.Document.openDocument(bytes, 'application/pdf')
    const page = document.loadPage(0)
    const scale = 203 / 72
    const pixmap = page.toPixmap(mupdf.Matrix.scale(scale, scale), mupdf.ColorSpace.DeviceRGB, false)
    const text = Array.from({ length: document.countPages() }, (_, n) =>
      document.loadPage(n).toStructuredText('').asText(),
    )
    const [, , width, height] = page.getBounds()
    const { qr, code128 } = await read.png(Buffer.from(pixmap.asPNG()))
    return {
      qr,
      code128,
      millimetres: [width, height].map((points) => Math.round((points * 25.4) / 72)),
      pages: document.countPages(),
      text,
    }
  },
  /** The lines of text on a PDF's first page, with their letters from left to right. */
  rows(bytes: Buffer): string[] {
    const letters: { letter: string; x: number; y: number }[] = []
    const page = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(0)
    page
      .toStructuredText('')
      .walk({ onChar: (letter, [x, y]) => letters.push({ letter, x, y: Math.round(y) }) })
    const rows = Map.groupBy(
      letters.sort((a, b) => a.x - b.x),
      ({ y }) => y,
    )
    return [...rows.values()].map((row) => row.map(({ letter }) => letter).join(''))
  },
}
