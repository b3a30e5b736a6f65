import { rowsOf } from './fonts.ts'
import { drawCode128, dotsPerMillimetre, qrModules } from './codes.ts'
import type { Barcode, Line, Sheet } from './sheet.ts'

const dots = (millimetres: number) => Math.round(millimetres * dotsPerMillimetre)
/** The printer's font 0 is taller than its letters. */
const fontScale = 1.05

/**
 * `^`, `~` and `_` start commands and escapes, so they are written as hexadecimal numbers (ZPL II guide, ^FH).
 */
const field = (text: string) => text.replace(/[\^~_]/g, (c) => `_${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The sheet for a thermal printer, in ZPL II and UTF-8 (^CI28). */
export function toZpl({ width, height, lines, rules, qr, barcode }: Sheet): string {
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
    ...lines.flatMap(rowsOf).map(text),
    '^XZ',
    '',
  ].join('\n')
}

/** The printer encodes the code itself. It is turned by 90° (R) and has no text below (N). */
function code128(barcode: Barcode): string {
  const { x, y, scale } = drawCode128(barcode)
  return `^FO${dots(x)},${dots(y)}^BY${dots(scale)}^BCR,${dots(barcode.width)},N,N,N^FH^FD${field(barcode.text)}^FS`
}

function text({ text, x, y, size }: Line): string {
  const height = dots(size * fontScale)
  return `^FO${dots(x)},${dots(y) - height}^A0N,${height},0^FH^FD${field(text)}^FS`
}
