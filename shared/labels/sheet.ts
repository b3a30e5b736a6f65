import type { BagLabel, Label, LabelHead } from '../domain/labels/labels.ts'
import { fit, type Box, type Paragraph } from './fit.ts'
import type { Row } from './runs.ts'
import { openTypefaces } from './typeface.ts'

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
  rows: Row[]
  rules: Rule[]
  qr: { text: string; x: number; y: number; size: number }
  barcode?: Barcode
  /** The texts that had no room, and end with an ellipsis. */
  cut: string[]
}

const [width, height, margin] = [100, 150, 6]
const inner = width - 2 * margin
/** Left of the weight: a tracking id. */
const trackingWidth = 60
const right = { x: margin + trackingWidth + 4, width: inner - trackingWidth - 4 }

/** Texts in their box. */
type Part = Box & { texts: Paragraph[] }
const part = (y: number, height: number, texts: Paragraph[], place: Partial<Box> = {}): Part => ({
  x: margin,
  width: inner,
  ...place,
  y,
  height,
  texts,
})
const heading = (text: string): Paragraph => ({ text, size: 3, least: 3 })

/** A label of 100 × 150 mm, the size of thermal printers. */
export async function labelSheet(label: Label): Promise<Sheet> {
  const { tracking, weight, piece, to, from, reference, ...head } = label
  await openTypefaces([
    head.airport,
    head.city,
    head.route,
    head.code,
    tracking,
    weight,
    ...to,
    from,
    reference,
    lettersOfLabels,
  ])
  const drawnIn = (layout: Layout) => {
    const up = normalQr - layout.qr
    return sheetOf(
      head,
      [
        ...(piece ? pieceParts(piece) : []),
        part(95 - up, 7.5, [{ text: tracking, size: 6 }], { width: trackingWidth }),
        part(95 - up, 7.5, [{ text: weight, size: 6, bold: true }], right),
        ...partyParts(label, layout, up),
      ],
      layout,
    )
  }
  let sheet = drawnIn(normal)
  for (const layout of tighter) if (sheet.cut.length > 0) sheet = drawnIn(layout)
  return sheet
}

/** How much room the recipient has: the less, the more the sender has. Sizes are in millimetres. */
interface Layout {
  qr: number
  /** The rule above the sender; undefined for a label without one. */
  sender?: number
  /** The least sizes of the recipient's name and address. */
  least?: { name: number; address: number }
}
const normalQr = 52
const normal: Layout = { qr: normalQr, sender: 136, least: { name: 5, address: 3.2 } }
/** In the order in which they are tried: the recipient takes the room of the sender, then of the QR code, which stays readable. */
const tighter: Layout[] = [
  { qr: normalQr, sender: 143, least: { name: 4, address: 2.6 } },
  { qr: normalQr },
  { qr: 42 },
]

function partyParts(
  { to: [name = '', address = '', phone = ''], from, reference }: Label,
  { sender, least }: Layout,
  up: number,
): Part[] {
  const bottom = sender ?? 148.5
  const top = 106 - up
  return [
    part(top, 4, [heading('TO')]),
    part(top + 4, bottom - 1 - top - 4, [
      { text: name, size: 7, bold: true, ...(least && { least: least.name }) },
      { text: address, size: 4, ...(least && { least: least.address }) },
      { text: phone, size: 5, bold: true, ...(least && { least: least.address }) },
    ]),
    ...(sender === undefined ? [] : senderParts(sender, from, reference)),
  ]
}

function senderParts(rule: number, from: string, reference: string): Part[] {
  const roomy = height - rule > 10
  const afterHeading = { x: margin + 14, width: inner - 14 }
  if (!roomy)
    return [
      part(rule + 1.2, 4, [heading('FROM')]),
      part(rule + 1.2, 4, [{ text: [reference, from].filter(Boolean).join(' · '), size: 3 }], afterHeading),
    ]
  return [
    part(rule + 1.2, 4, [heading('FROM')]),
    part(rule + 1, 4.6, [{ text: reference, size: 3.6 }], afterHeading),
    part(rule + 5.5, 7.5, [{ text: from, size: 4.5 }]),
  ]
}

/** The label of a bag, in the grid of a package’s. A detail that is unknown has no heading. */
export async function bagSheet({
  packages,
  weight,
  flight,
  tag,
  courier,
  warehouse,
  ...head
}: BagLabel): Promise<Sheet> {
  await openTypefaces([
    head.airport,
    head.city,
    head.route,
    head.code,
    weight,
    flight,
    tag,
    courier,
    warehouse,
    lettersOfLabels,
  ])
  const detail = (
    name: string,
    text: string,
    y: number,
    size: number,
    height: number,
    more: Partial<Paragraph & Box> = {},
  ) => {
    const { bold, ...place } = more
    return text === ''
      ? []
      : [
          part(y, 4, [heading(name)], place),
          part(y + 3.8, height, [{ text, size, ...(bold && { bold }) }], place),
        ]
  }
  const half = trackingWidth - 8
  return sheetOf(
    { ...head, barcode: '' },
    [
      part(95, 7.5, [{ text: packageCount(packages), size: 6 }], { width: trackingWidth }),
      part(95, 7.5, [{ text: weight, size: 6, bold: true }], right),
      ...detail('FLIGHT', flight, 106.5, 6, 8.5, { width: half, bold: true }),
      ...detail('TAG', tag, 106.5, 6, 8.5, { x: margin + half + 2, width: inner - half - 2, bold: true }),
      ...detail('COURIER', courier, 120.5, 6, 10.5),
      ...detail('WAREHOUSE', warehouse, 137.2, 4.5, 7.5),
    ],
    normal,
  )
}

export const packageCount = (packages: number) => `${packages} ${packages === 1 ? 'package' : 'packages'}`

/** Left of the QR code, outside of its quiet zone: the number, large, and the count below. */
const pieceParts = ({ number, of }: NonNullable<Label['piece']>) => [
  part(30.5, 16.5, [{ text: `${number}`, size: 13, bold: true }], { width: pieceWidth }),
  part(44.5, 7, [{ text: `of ${of}`, size: 5.5, bold: true }], { width: pieceWidth }),
]
const pieceWidth = 13

/**
 * The destination, which sorters read at arm's length: the airport's code as large as the sheet allows, the city next
 * to it, and the route below. A place without a code has the width for itself.
 */
function destinationParts({ airport, city, route }: Pick<LabelHead, 'airport' | 'city' | 'route'>): Part[] {
  const rightOfAirport = { x: margin + airportWidth + 4, width: inner - airportWidth - 4 }
  if (airport === '')
    return [part(3.7, 20.5, [{ text: city, size: 9, bold: true }]), part(24, 4.6, [{ text: route, size: 3.6 }])]
  return [
    part(3.2, 27.5, [{ text: airport, size: 22, bold: true }], { width: airportWidth }),
    part(5.2, 17.3, [{ text: city, size: 7.5, bold: true }], rightOfAirport),
    part(22.6, 5.7, [{ text: route, size: 4.5 }], rightOfAirport),
  ]
}
const airportWidth = 48

/** Of what labels write themselves. */
const lettersOfLabels = 'TO FROM → … ·'

/** The head that every label has, its codes, and the parts below. */
function sheetOf(
  { code, qr, barcode, ...head }: LabelHead,
  parts: Part[],
  { qr: size, sender }: Layout,
): Sheet {
  const up = normalQr - size
  const fitted = [
    ...destinationParts(head),
    // Where it is higher, it is left of the barcode.
    part(84.2 - up, 10, [{ text: code, size: 8, bold: true }], up > 0 ? { width: 72 } : {}),
    ...parts,
  ].map(({ texts, ...box }) => fit(texts, box))
  return {
    width,
    height,
    rows: fitted.flatMap(({ rows }) => rows),
    cut: fitted.flatMap(({ cut }) => cut),
    rules: [29, 104 - up, ...(sender === undefined ? [] : [sender])].map((y) => ({
      x: margin,
      y,
      width: inner,
    })),
    qr: { text: qr, x: (width - size) / 2, y: 31, size },
    ...(barcode !== '' && { barcode: { text: barcode, x: 81, y: 30, length: 54, width: 12 } }),
  }
}
