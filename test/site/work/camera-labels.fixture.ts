import { expect } from 'vitest'
import { add, book, type Tenant } from '../../support/api/tenant.ts'
import type { Print } from './camera-film.fixture.ts'

/** A package with its printed label. */
export interface Labelled {
  id: string
  qr_code: string
  image: Buffer
}

/** Books packages, and prints their labels. */
export async function printLabels(tenant: Tenant, count: number): Promise<Labelled[]> {
  const { id: shipment } = await book(tenant)
  const all: Labelled[] = []
  while (all.length < count) {
    const { id, qr_code } = await add(tenant, shipment, { weight: 0.1 })
    const { bytes, status } = await tenant.send(`GET /api/v1/packages/${id}/label?format=png`)
    expect(status).toBe(200)
    all.push({ id, qr_code, image: bytes })
  }
  return all
}
/** What the page lists for a scanned QR code. */
export const shownId = ({ id }: Labelled) => `…${id.slice(-6)}`

/** The label of a place in `images`, by default with the middle of its QR code in the middle of the frame. */
export const label = (image: number, more: Partial<Print> = {}): Print => ({
  image,
  millimetres: 100,
  at: [50, 57],
  x: 0,
  y: 0,
  scale: 3.6,
  angle: 0,
  ...more,
})
/** The Code 128 of a label alone, with its quiet zones; it is printed upright. */
export const barcode = (image: number, more: Partial<Print> = {}) =>
  label(image, { part: [81, 30, 12, 54], at: [87, 57], angle: 90, scale: 8, ...more })
