import { barcodePNG } from 'etiket/png'
import { beforeAll, expect, test } from 'vitest'
import { newTenant } from '../../support/api/tenant.ts'
import {
  notedAtEnd,
  nothing,
  openCamera,
  openInFrontOf,
  writeFilm,
  type Noted,
  type Print,
} from './camera-film.fixture.ts'
import { barcode, label, printLabels, shownId, type Labelled } from './camera-labels.fixture.ts'
import { seconds } from '../../support/suite/time.ts'

const tagCode = '0555123456'
/** The markers of the film's parts. */
const part = { barcode: 1, tag: 2, closeUp: 3, between: 4, again: 5, last: 6 }
let noted: Noted
let labels: Labelled[]

beforeAll(async () => {
  const tenant = await newTenant()
  labels = await printLabels(tenant, 5)
  const tag = Buffer.from(barcodePNG(tagCode, { type: 'itf', scale: 4, height: 160, margin: 40 }))
  const tagPrint: Print = { image: 5, millimetres: 60, at: [30, 10], x: 0, y: 0, scale: 7, angle: 3 }
  const see = (marker: number, seconds: number, ...prints: Print[]) => ({ marker, seconds, prints, light: 1 })
  // Two labels side by side.
  const scale = 2.5
  const gap = (seconds: number, marker: number) => nothing(seconds, marker)
  const film = await writeFilm(
    [...labels.map(({ image }) => image), tag],
    [
      nothing(2.5),
      see(part.barcode, 1.5, barcode(0)),
      gap(1, part.barcode),
      see(part.tag, 1.5, tagPrint),
      gap(1, part.tag),
      // From the Code 128 alone to the whole label, on which both codes can be read, and to the QR code alone.
      see(part.closeUp, 1.5, label(1, { part: [81, 30, 12, 54], at: [58, 57], scale: 6.5 })),
      see(part.closeUp, 3, label(1, { at: [58, 57], scale: 6.5 })),
      see(part.closeUp, 1.5, label(1, { at: [40, 57], scale: 6.5 })),
      gap(1, part.closeUp),
      see(part.between, 2, label(2, { x: -98, scale }), label(3, { x: 98, scale })),
      see(part.between, 2, label(2, { x: -155, scale }), label(3, { x: 41, scale })),
      gap(1, part.between),
      see(part.again, 3, label(4)),
      gap(1, part.again),
      see(part.again, 1, label(4)),
      gap(3, part.again),
      see(part.last, 1, label(4)),
    ],
  )
  await using opened = await openInFrontOf(film, tenant.email)
  await openCamera(opened.page)
  noted = await notedAtEnd(opened.page, 90)
  expect(opened.faults).toEqual([])
}, seconds(180))

/** What was scanned in a part of the film. */
function scannedIn(marker: number): string[] {
  const from = noted.shown[marker]!
  const to = noted.shown[marker + 1] ?? Infinity
  return noted.scans.filter(({ at }) => at >= from && at < to).map(({ text }) => text)
}

test('a Code 128 without a QR code is scanned', () => {
  expect(scannedIn(part.barcode)).toEqual([labels[0]!.qr_code])
})

test('the tag of an airline is scanned', () => {
  expect(scannedIn(part.tag)).toEqual([tagCode])
})

test('a label whose codes can both be read is scanned once', () => {
  expect(scannedIn(part.closeUp)).toEqual([labels[1]!.qr_code])
})

test('between two labels none is scanned, and the page says so, until one is nearer', () => {
  expect(scannedIn(part.between)).toEqual([shownId(labels[3]!)])
  const hints = noted.hints.map(({ text }) => text)
  expect(hints).toEqual(['Point at one label', ''])
  const [shownAt, hiddenAt] = noted.hints.map(({ at }) => at)
  expect(shownAt).toBeGreaterThan(noted.shown[part.between]!)
  const scanAt = noted.scans.find(({ text }) => text === shownId(labels[3]!))!.at
  expect(scanAt).toBeGreaterThanOrEqual(hiddenAt!)
})

test('a label is not scanned again while it is in view, nor for two seconds after', () => {
  expect(scannedIn(part.again)).toEqual([shownId(labels[4]!)])
  expect(scannedIn(part.last)).toEqual([shownId(labels[4]!)])
})
