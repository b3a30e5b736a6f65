import { degrees, type PDFDocument, type PDFImage, type PDFPage } from 'pdf-lib'
import type { Proof, ProvenHandover } from '../domain/handovers/proof.ts'
import type { Signature } from '../domain/handovers/signature.ts'
import { localTime } from '../domain/kernel/time-zone.ts'
import { orientationOf } from '../images/orientation.ts'
import { fit } from './fit.ts'
import { black, newPaper, points } from './pdf.ts'
import { statusWords } from './status-words.ts'
import { openTypefaces } from './typeface.ts'

/** A photo to embed; undefined if it is not there any more, or too large for the page. */
export type PhotoBytes = (photo: ProvenHandover['photos'][number]) => Promise<Uint8Array | undefined>

/** A4 portrait, in millimetres. */
const paper = { width: 210, height: 297, margin: 15 }
const inner = paper.width - 2 * paper.margin
/** The sizes of a signature and of a photo, in millimetres. */
const pad = { width: 80, height: 32 }
const picture = { width: 85, height: 85 }

/** The proof of delivery, a block for each hand-over, with times by the clocks of a zone. */
export async function proofPdf(
  proof: Proof,
  bytesOf: PhotoBytes,
  made: Date,
  zone: string,
): Promise<Uint8Array> {
  await openTypefaces([JSON.stringify(proof), '…’'])
  const document = await newPaper(`Proof of delivery ${proof.tracking_id}`, made)
  const { pdf } = document
  let [page, y] = [document.page(paper.width, paper.height), paper.margin]

  const room = (height: number) => {
    if (y + height <= paper.height - paper.margin) return
    page = document.page(paper.width, paper.height)
    y = paper.margin
  }
  const write = (text: string, size = 4, isBold = false) => {
    const box = { x: paper.margin, y: 0, width: inner, height: Infinity }
    const { rows, height } = fit([{ text, size, bold: isBold }], box)
    room(height)
    document.write(
      page,
      rows.map((row) => ({ ...row, y: row.y + y })),
    )
    y += height * 1.2
  }

  write('Proof of delivery', 8, true)
  write(`${proof.tracking_id} to ${proof.recipient_name}, by ${proof.company}`, 5)
  const { packages } = proof
  const delivered = packages.filter((one) => one.delivered)
  write(`Status: ${statusWords(proof.status)}. Delivered: ${delivered.length} of ${counted(packages)}`)
  const named = (ids: readonly string[]) => {
    const known = packages.filter(({ id }) => ids.includes(id)).map(({ qr_code }) => qr_code)
    const gone = ids.length - known.length
    return [...known, gone > 0 && `${counted({ length: gone })} deleted since`].filter(Boolean).join(', ')
  }
  const writeTakenBack = ({ package_ids, taken_back }: Provable) => {
    if (taken_back.length === 0) return
    const all = taken_back.length === package_ids.length
    write(all ? 'Taken back: this proves no delivery' : 'Taken back in part', 4.5, true)
    for (const { package_id, timestamp, reason } of taken_back)
      write([`${named([package_id])}, ${localTime(timestamp, zone)}`, reason].filter(Boolean).join(': '))
  }
  for (const one of proof.handovers) {
    y += 6
    room(60)
    write(`Received by ${one.received_by}`, 5.5, true)
    writeTakenBack(one)
    write(`${counted(one.package_ids)}: ${named(one.package_ids)}`)
    for (const line of linesOf(one, zone)) write(line)
    if (one.signature) {
      room(pad.height + 6)
      drawSignature(page, one.signature, y)
      y += pad.height + 4
    }
    for (const photo of one.photos) {
      const image = await embedded(pdf, await bytesOf(photo))
      if (!image) {
        write(`Photo ${photo.photo_id}: read it with format=json`)
        continue
      }
      room(heightOf(image) + 4)
      drawImage(page, image, y)
      y += heightOf(image) + 4
    }
  }
  for (const one of proof.overrides) {
    const { timestamp, reason, package_ids } = one
    y += 6
    write('Delivered without the required proofs', 5.5, true)
    writeTakenBack(one)
    write(`${counted(package_ids)}: ${named(package_ids)}`)
    write(`${localTime(timestamp, zone)}, on a manager’s word: ${reason}`)
  }
  const open = proof.open_package_ids
  y += 6
  if (open.length > 0) write(`Not delivered: ${counted(open)}: ${named(open)}`, 4, true)
  return document.save()
}

/** What of a proof is taken back. */
type Provable = Pick<ProvenHandover, 'package_ids' | 'taken_back'>

const counted = ({ length }: { length: number }) => `${length} ${length === 1 ? 'package' : 'packages'}`
const codes: Record<ProvenHandover['code_check'], string> = {
  CONFIRMED: 'The recipient’s code was right',
  WRONG: 'The recipient’s code was wrong',
  NONE: '',
}
const linesOf = (
  {
    occurred_at,
    place,
    location,
    handed_over_by_email,
    code_check,
    code_sent_to,
    code_sent_at,
    offline,
  }: ProvenHandover,
  zone: string,
) => [
  [localTime(occurred_at, zone), place || location].filter(Boolean).join(', '),
  handed_over_by_email && `Handed over by ${handed_over_by_email}`,
  codes[code_check],
  code_sent_at && code_sent_to ? `It was sent to ${code_sent_to}, ${localTime(code_sent_at, zone)}` : '',
  offline ? 'Recorded without a connection, and sent later' : '',
]

/** The strokes in a frame, `y` millimetres below the page's top. */
function drawSignature(page: PDFPage, { width, height, path }: Signature, y: number): void {
  const scale = Math.min(pad.width / width, pad.height / height)
  const [x, top] = [points(paper.margin), points(paper.height - y)]
  page.drawRectangle({
    x,
    y: points(paper.height - y - pad.height),
    width: points(pad.width),
    height: points(pad.height),
    borderColor: black,
    borderWidth: 0.4,
  })
  // The width of the line is scaled too.
  page.drawSvgPath(path, {
    x,
    y: top,
    scale: points(scale),
    borderColor: black,
    borderWidth: 1.2 / points(scale),
  })
}

interface Turned {
  image: PDFImage
  /** By how many degrees clockwise it is to be turned. */
  turn: 0 | 90 | 180 | 270
}

/** An image that a PDF can contain: JPEG and PNG, not WebP. */
async function embedded(pdf: PDFDocument, bytes: Uint8Array | undefined): Promise<Turned | undefined> {
  if (!bytes) return undefined
  if (bytes[0] === 0x89) return { image: await pdf.embedPng(bytes), turn: 0 }
  if (bytes[0] !== 0xff) return undefined
  const head = Buffer.from(bytes.subarray(0, 1024))
  const exif = head.indexOf('Exif\0\0')
  const orientation = exif < 0 ? undefined : orientationOf(head.subarray(exif + 6))
  const turn = orientation === 3 ? 180 : orientation === 6 ? 90 : orientation === 8 ? 270 : 0
  // pdf-lib reads a JPEG from the start of its buffer, which others may share.
  return { image: await pdf.embedJpg(Uint8Array.from(bytes)), turn }
}

/** The size of an upright image in points, scaled into its frame. */
function sizeOf({ image, turn }: Turned) {
  const isSideways = turn === 90 || turn === 270
  const [across, down] = isSideways ? [image.height, image.width] : [image.width, image.height]
  const scale = Math.min(points(picture.width) / across, points(picture.height) / down)
  return { scale, width: across * scale, height: down * scale }
}
/** In millimetres. */
const heightOf = (image: Turned) => sizeOf(image).height / points(1)

/** The image upright in its frame. pdf-lib turns an image about its lower left corner, counter-clockwise. */
function drawImage(page: PDFPage, turned: Turned, y: number): void {
  const { image, turn } = turned
  const { scale, width, height } = sizeOf(turned)
  const [left, bottom] = [points(paper.margin), points(paper.height - y) - height]
  const corner = {
    0: { x: left, y: bottom },
    90: { x: left, y: bottom + height },
    180: { x: left + width, y: bottom + height },
    270: { x: left + width, y: bottom },
  }[turn]
  page.drawImage(image, {
    ...corner,
    rotate: degrees(-turn),
    width: image.width * scale,
    height: image.height * scale,
  })
}
