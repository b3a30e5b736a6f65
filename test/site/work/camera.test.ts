import { beforeAll, expect, test } from 'vitest'
import { barcodePNG } from 'etiket/png'
import { add, book, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { report, size } from '../../support/suite/proof.ts'
import {
  end,
  nothing,
  notedAtEnd,
  watchFilm,
  writeFilm,
  type Print,
  type Scene,
} from './camera-film.fixture.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

/** Packages with their printed labels. */
async function printLabels(count: number) {
  const { id: shipment } = await book(tenant)
  const all: { id: string; qr_code: string; image: Buffer }[] = []
  while (all.length < count) {
    const { id, qr_code } = await add(tenant, shipment, { weight: 0.1 })
    const { bytes, status } = await tenant.send(`GET /api/v1/packages/${id}/label?format=png`)
    expect(status).toBe(200)
    all.push({ id, qr_code, image: bytes })
  }
  return all
}
/** A label of 100 millimetres, with the middle of its QR code in the middle of the frame. */
const label = (image: number, more: Partial<Print> = {}): Print => ({
  ...{ image, millimetres: 100, at: [50, 57], x: 0, y: 0, scale: 3.6, angle: 0 },
  ...more,
})
const shownId = ({ id }: { id: string }) => `…${id.slice(-6)}`
/** The value below which a part of the values are. */
const quantile = (values: readonly number[], part: number) =>
  Math.round(values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? NaN)

/** How a label is shown: well, dim, tilted, next to another one. */
const views: readonly ((image: number, other: number) => Pick<Scene, 'prints' | 'light'>)[] = [
  (image) => ({ prints: [label(image)], light: 1 }),
  (image) => ({ prints: [label(image, { y: 30 })], light: 0.3 }),
  (image) => ({ prints: [label(image, { angle: 25, x: -25 })], light: 1 }),
  (image, other) => ({
    // The other is half below it.
    prints: [label(other, { x: 150, scale: 2.6 }), label(image, { x: -25, scale: 2.6 })],
    light: 1,
  }),
  (image) => ({ prints: [label(image, { angle: -25, y: 20 })], light: 0.3 }),
]

test('every label is read once, in order, though some are dim, tilted or next to another', async () => {
  const count = size(10, 60)
  const labels = await printLabels(count)
  const scenes = labels.map((_, n) => ({
    ...views[n % views.length]!(n, (n + 7) % count),
    marker: n + 1,
    length: 36,
  }))
  const film = await writeFilm(
    labels.map(({ image }) => image),
    [nothing(75), ...scenes, nothing(30), nothing(300, end)],
  )
  await using watched = await watchFilm(film, tenant.email)
  const { shown, scans } = await notedAtEnd(watched.page, 30 + 2 * count)
  expect(scans.map(({ text }) => text)).toEqual(labels.map(shownId))
  const delays = scans.map(({ at }, n) => at - shown[n + 1]!).slice(1)
  const [median, p90] = [quantile(delays, 0.5), quantile(delays, 0.9)]
  expect(median).toBeLessThan(400)
  expect(watched.faults).toEqual([])
  report(
    'Camera',
    'Labels in front of the camera are scanned once, in order, and none is misread',
    `${count} of ${count} printed labels, some dim, tilted by 25° or next to another; median ${median} ms, 90 % within ${p90} ms`,
  )
}, 240_000)
