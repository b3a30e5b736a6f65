import type { BagLabel, Label, LabelHead } from '../domain/labels/labels.ts'

/**
 * A line of text, in millimetres; `y` is measured from the top. It is broken into rows, made smaller, or cut, to
 * fit `width`.
 */
export interface Line {
  text: string
  x: number
  y: number
  /** The font size, in millimetres. */
  size: number
  bold?: boolean
  width: number
  /** The maximum number of rows. */
  rows?: number
}
/** A horizontal rule. */
interface Rule {
  x: number
  y: number
  width: number
}
/** A Code 128 that runs down the sheet, in a place of `length` by `width` with its quiet zones. */
export interface Barcode {
  text: string
  x: number
  y: number
  length: number
  width: number
}
/** The content of a label, in millimetres; every format draws the same sheet. */
export interface Sheet {
  width: number
  height: number
  lines: Line[]
  rules: Rule[]
  qr: { text: string; x: number; y: number; size: number }
  barcode?: Barcode
}

const [width, height, margin] = [100, 150, 6]
const inner = width - 2 * margin
/** Codes must not be cut. */
const trackingWidth = 60

/** A label of 100 × 150 mm, the size of thermal printers. */
export function labelSheet({ tracking, weight, piece, to, from, reference, ...head }: Label): Sheet {
  const [name = '', address = '', phone = ''] = to
  return sheetOf(head, [
    ...(piece ? pieceLines(piece) : []),
    line(tracking, 101, 6, { width: trackingWidth }),
    line(weight, 101, 6, { ...right, bold: true }),
    line('TO', 109, 3),
    line(name, 116, 7, { bold: true }),
    line(address, 121.5, 4, { rows: 2 }),
    line(phone, 133, 5, { bold: true }),
    line('FROM', 140, 3),
    line(reference, 140, 3.6, { x: margin + 14, width: inner - 14 }),
    line(from, 145, 4.5),
  ])
}

/** The label of a bag, in the grid of a package’s. A detail that is unknown has no heading. */
export function bagSheet({ packages, weight, flight, tag, courier, warehouse, ...head }: BagLabel): Sheet {
  const detail = (heading: string, text: string, y: number, more: Partial<Line> = {}) =>
    text === '' ? [] : [line(heading, y, 3, { ...more, bold: false }), line(text, y + 6, 6, more)]
  const half = { width: trackingWidth - 8 }
  return sheetOf({ ...head, barcode: '' }, [
    line(packageCount(packages), 101, 6, { width: trackingWidth }),
    line(weight, 101, 6, { ...right, bold: true }),
    ...detail('FLIGHT', flight, 111, { ...half, bold: true }),
    ...detail('TAG', tag, 111, { x: margin + half.width + 2, width: inner - half.width - 2, bold: true }),
    ...detail('COURIER', courier, 125),
    ...(warehouse === '' ? [] : [line('WAREHOUSE', 140, 3), line(warehouse, 145, 4.5)]),
  ])
}

export const packageCount = (packages: number) => `${packages} ${packages === 1 ? 'package' : 'packages'}`

/** Right of the tracking id. */
const right = { x: margin + trackingWidth + 4, width: inner - trackingWidth - 4 }

const line = (text: string, y: number, size: number, more: Partial<Line> = {}): Line => ({
  text,
  x: margin,
  y,
  size,
  width: inner,
  ...more,
})

/** Left of the QR code, outside of its quiet zone: the number, large, and the count below. */
const pieceLines = ({ number, of }: NonNullable<Label['piece']>) => [
  line(`${number}`, 43, 13, { bold: true, width: pieceWidth }),
  line(`of ${of}`, 50, 5.5, { bold: true, width: pieceWidth }),
]
const pieceWidth = 13

/**
 * The destination, which sorters read at arm's length: the airport's code as large as the sheet allows, the city next
 * to it, and the route below. A place without a code has the width for itself.
 */
function destinationLines({ airport, city, route }: Pick<LabelHead, 'airport' | 'city' | 'route'>): Line[] {
  const rightOfAirport = { x: margin + airportWidth + 4, width: inner - airportWidth - 4 }
  if (airport === '') return [line(city, 12.5, 9, { bold: true, rows: 2 }), line(route, 27.8, 3.6)]
  return [
    line(airport, 24.5, 22, { bold: true, width: airportWidth }),
    line(city, 12.5, 7.5, { ...rightOfAirport, bold: true, rows: 2 }),
    line(route, 27, 4.5, rightOfAirport),
  ]
}
const airportWidth = 48

/** The head that every label has, its codes, and the lines below. */
const sheetOf = ({ code, qr, barcode, ...head }: LabelHead, lines: Line[]): Sheet => ({
  width,
  height,
  lines: [...destinationLines(head), line(code, 92, 8, { bold: true }), ...lines].filter(
    ({ text }) => text !== '',
  ),
  rules: [29, 104, 136].map((y) => ({ x: margin, y, width: inner })),
  qr: { text: qr, x: (width - 52) / 2, y: 31, size: 52 },
  ...(barcode !== '' && { barcode: { text: barcode, x: 81, y: 30, length: 54, width: 12 } }),
})
