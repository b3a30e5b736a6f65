import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import mupdf from 'mupdf'
import { expect, test } from 'vitest'
import type { Proof, ProvenHandover } from '../../shared/domain/handovers/proof.ts'
import { proofPdf } from '../../shared/labels/proof-pdf.ts'
import { images } from '../support/api/images.ts'

const photo = (photo_id: string) => ({ photo_id }) as ProvenHandover['photos'][number]
const handover = (...photos: string[]): ProvenHandover => ({
  handover_id: 'h',
  shipment_id: 's',
  package_ids: ['p'],
  received_by: 'Giorgi',
  code_check: 'NONE',
  code_sent_to: null,
  code_sent_at: null,
  signature: { width: 300, height: 120, path: 'M20 80L60 30' },
  photos: photos.map(photo),
  offline: false,
  warehouse_id: null,
  location: '',
  handed_over_by: 'u',
  shipment_status: 'DELIVERED',
  occurred_at: '2026-11-25T17:20:00.000Z',
  recorded_at: '2026-11-25T17:20:00.000Z',
  handed_over_by_email: '',
  place: '',
  taken_back: [],
})
const proof = (...handovers: ProvenHandover[]): Proof => ({
  shipment_id: 's',
  tracking_id: 'TRK-7HQ3M2K9XW4BC',
  company: 'Swift',
  recipient_name: 'Giorgi',
  status: 'DELIVERED',
  packages: [{ id: 'p', qr_code: 'PKG-QFRDTC43PB', delivered: true }],
  overrides: [],
  open_package_ids: [],
  handovers,
})
const made = new Date('2026-11-25T17:20:00Z')

/** Draws a proof; returns the number of its images and pages. */
async function drawn(of: Proof) {
  // A part of a larger buffer, as the SDK may return it.
  const bytes = (type: keyof typeof images) => Buffer.concat([Buffer.from('before'), images[type]]).subarray(6)
  const bytesOf = async ({ photo_id }: { photo_id: string }) =>
    photo_id === 'gone' ? undefined : bytes(photo_id as keyof typeof images)
  const pdf = await PDFDocument.load(await proofPdf(of, bytesOf, made, 'Asia/Tbilisi'))
  const pictures = pdf.context
    .enumerateIndirectObjects()
    .filter(
      ([, one]) => one instanceof PDFRawStream && one.dict.get(PDFName.of('Subtype')) === PDFName.of('Image'),
    )
  return { images: pictures.length, pages: pdf.getPageCount() }
}

test('contains the photos that a PDF can contain; JSON has the others', async () => {
  expect(await drawn(proof(handover('jpeg', 'png')))).toEqual({ images: 2, pages: 1 })
  expect(await drawn(proof(handover('webp', 'gone')))).toEqual({ images: 0, pages: 1 })
})

test('has as many pages as its hand-overs need', async () => {
  const many = Array.from({ length: 12 }, () => handover('jpeg'))
  const { images: pictures, pages } = await drawn(proof(...many))
  expect(pictures).toBe(12)
  expect(pages).toBeGreaterThan(3)
})

test('names the packages that were handed over and those that were not, and what was taken back, when and why', async () => {
  const of: Proof = {
    ...proof({
      ...handover(),
      package_ids: ['p', 'q'],
      taken_back: [
        { package_id: 'q', timestamp: '2026-11-25T18:00:00.000Z', reason: 'Wrong person', actor_id: 'u' },
      ],
    }),
    packages: [
      { id: 'p', qr_code: 'PKG-QFRDTC43PB', delivered: true },
      { id: 'q', qr_code: 'PKG-Q8E1YM76B1', delivered: false },
      { id: 'r', qr_code: 'PKG-R3X674J49Q', delivered: false },
    ],
    open_package_ids: ['q', 'r'],
  }
  const bytes = await proofPdf(of, async () => undefined, made, 'Asia/Tbilisi')
  const text = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(0).toStructuredText('').asText()
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Delivered: 1 of 3 packages'),
      'Taken back in part',
      expect.stringMatching(/^PKG-Q8E1YM76B1, .*22:00.*: Wrong person$/),
      '2 packages: PKG-QFRDTC43PB, PKG-Q8E1YM76B1',
      'Not delivered: 2 packages: PKG-Q8E1YM76B1, PKG-R3X674J49Q',
    ]),
  )
})
