import { rowsOf } from './fonts.ts'
import { qrModules } from './svg.ts'
import type { Barcode, Line, Sheet } from './sheet.ts'

/** For printers with 203 dots per inch. */
const dots = (millimetres: number) => Math.round(millimetres * 8)
/** The printer's font 0 is taller than its letters. */
const fontScale = 1.05

/**
 * `^`, `~` and `_` start commands and escapes, so they are written as hexadecimal numbers (ZPL II guide, ^FH).
 */
const field = (text: string) => text.replace(/[\^~_]/g, (c) => `_${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The sheet for a thermal printer, in ZPL II and UTF-8 (^CI28). */
export function toZpl({ width, height, lines, rules, qr, barcode }: Sheet): string {
  // The printer draws the code itself, with this many dots per module.
  const magnification = Math.max(1, Math.min(10, Math.floor(dots(qr.size) / qrModules(qr.text).size)))
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

/**
 * The printer draws the code in subset B, where each character, the start and the check have 11 modules, and the stop 13;
 * quiet zones have 10 (ISO/IEC 15417). It is turned by 90° (R) and has no text below (N).
 */
function code128({ text, x, y, length, width }: Barcode): string {
  const modules = 11 * (text.length + 2) + 13
  const perModule = Math.max(1, Math.floor(dots(length) / (modules + 2 * 10)))
  const top = dots(y) + Math.round((dots(length) - modules * perModule) / 2)
  return `^FO${dots(x)},${top}^BY${perModule}^BCR,${dots(width)},N,N,N^FH^FD${field(text)}^FS`
}

function text({ text, x, y, size }: Line): string {
  const height = dots(size * fontScale)
  return `^FO${dots(x)},${dots(y) - height}^A0N,${height},0^FH^FD${field(text)}^FS`
}
