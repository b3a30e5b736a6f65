import { encodeCode128 } from 'etiket/barcode'
import { encodeQR } from 'etiket/qr'
import type { Barcode, Sheet } from './sheet.ts'

/** Thermal printers have 203 dots per inch, 8 per millimetre. */
export const dotsPerMillimetre = 8
const wholeDots = (millimetres: number) => Math.floor(millimetres * dotsPerMillimetre) / dotsPerMillimetre
/** Modules of quiet zone at both ends of a Code 128 (ISO/IEC 15417). */
const quiet = 10

/** A path of unit squares, to be moved to `x`, `y` and scaled; in millimetres. */
export interface Drawing {
  path: string
  x: number
  y: number
  scale: number
}

/** The codes of a label. */
export const drawCodes = ({ qr, barcode }: Sheet): Drawing[] =>
  barcode ? [drawQrCode(qr), drawCode128(barcode)] : [drawQrCode(qr)]

/** The modules of a QR code, row by row; true is dark. Level M survives a scratch (ISO/IEC 18004). */
export const qrModules = (text: string): boolean[][] => encodeQR(text, { ecLevel: 'M' })

/** A QR code that fills a square, as a path of runs. */
export function drawQrCode({ text, x, y, size }: Sheet['qr']): Drawing {
  const rows = qrModules(text)
  const path = rows.flatMap((row, at) =>
    Array.from(
      row.map(Number).join('').matchAll(/1+/g),
      ({ index, 0: { length } }) => `M${index} ${at}h${length}v1h${-length}z`,
    ),
  )
  return { path: path.join(''), x, y, scale: size / rows.length }
}

/**
 * A Code 128 in the middle of its place, in subset B as thermal printers encode it. A module is as wide as the place
 * allows, in whole dots.
 */
export function drawCode128({ text, x, y, length, width }: Barcode): Drawing {
  const widths = encodeCode128(text, { charset: 'B' })
  const modules = widths.reduce((sum, one) => sum + one, 0)
  const scale = wholeDots(length / (modules + 2 * quiet))
  let at = 0
  const bars = widths.map((one, n) => {
    const bar = `M0 ${at}h${width / scale}v${one}h${-width / scale}z`
    at += one
    // Bars and spaces alternate.
    return n % 2 === 0 ? bar : ''
  })
  return { path: bars.join(''), x, y: y + wholeDots((length - modules * scale) / 2), scale }
}
