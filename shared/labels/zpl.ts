import { drawCode128, dotsPerMillimetre, qrModules } from './codes.ts'
import { outlines, svg } from './outlines.ts'
import { rasterize } from './rasterize.ts'
import { widthOf, type Row } from './runs.ts'
import type { Barcode, Sheet } from './sheet.ts'

const dots = (millimetres: number) => Math.round(millimetres * dotsPerMillimetre)
/** The printer's font 0 is taller than its letters. */
const fontScale = 1.05

/**
 * `^`, `~` and `_` start commands and escapes, so they are written as hexadecimal numbers (ZPL II guide, ^FH).
 */
const field = (text: string) => text.replace(/[\^~_]/g, (c) => `_${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The sheet for a thermal printer, in ZPL II and UTF-8 (^CI28). */
export async function toZpl({ width, height, rows, rules, qr, barcode }: Sheet): Promise<string> {
  // The printer draws the code itself, with this many dots per module.
  const magnification = Math.max(1, Math.min(10, Math.floor(dots(qr.size) / qrModules(qr.text).length)))
  return [
    '^XA',
    '^CI28',
    `^PW${dots(width)}`,
    `^LL${dots(height)}`,
    `^FO${dots(qr.x)},${dots(qr.y)}^BQN,2,${magnification}^FH^FDMA,${field(qr.text)}^FS`,
    ...(barcode ? [code128(barcode)] : []),
    ...rules.map(({ x, y, width }) => `^FO${dots(x)},${dots(y)}^GB${dots(width)},3,3^FS`),
    ...(await Promise.all(rows.map(async (row) => (isOfPrinter(row) ? text(row) : picture(row))))),
    '^XZ',
    '',
  ].join('\n')
}

/** The printer encodes the code itself. It is turned by 90° (R) and has no text below (N). */
function code128(barcode: Barcode): string {
  const { x, y, scale } = drawCode128(barcode)
  return `^FO${dots(x)},${dots(y)}^BY${dots(scale)}^BCR,${dots(barcode.width)},N,N,N^FH^FD${field(barcode.text)}^FS`
}

/** Whether the printer's font 0 has the letters: those of western Europe. Others depend on what is installed on it. */
const isOfPrinter = ({ text }: Row) => /^[\u0020-\u007e\u00a1-\u00ff]*$/.test(text)

function text({ text, x, y, size }: Row): string {
  const height = dots(size * fontScale)
  return `^FO${dots(x)},${dots(y) - height}^A0N,${height},0^FH^FD${field(text)}^FS`
}

/** Above and below the baseline, in parts of the font size: enough for marks on marks. */
const [above, below] = [1.4, 0.6]

/** A row as a picture (^GFA: rows of dots, eight in a byte). */
async function picture(row: Row): Promise<string> {
  // A byte for what overhangs at both ends.
  const [side, inBytes] = [1, 8 / dotsPerMillimetre]
  const [top, width] = [row.y - row.size * above, Math.ceil((widthOf(row) + 2 * side) / inBytes) * inBytes]
  const height = Math.ceil(row.size * (above + below) * dotsPerMillimetre) / dotsPerMillimetre
  const drawing = outlines({ ...row, x: side, y: row.size * above })
  const { pixels, width: across, height: down } = await rasterize(svg(width, height, [drawing]), width)
  const rowBytes = across / 8
  const bits = Buffer.alloc(rowBytes * down)
  for (let dot = 0; dot < across * down; dot++)
    if (Number(pixels[dot * 4]) < 128) bits[dot >> 3] = Number(bits[dot >> 3]) | (0x80 >> (dot & 7))
  return `^FO${Math.max(0, dots(row.x - side))},${Math.max(0, dots(top))}^GFA,${bits.length},${bits.length},${rowBytes},${bits.toString('hex').toUpperCase()}^FS`
}
