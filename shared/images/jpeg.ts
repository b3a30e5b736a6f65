import { BadImage, type Image } from './bad-image.ts'
import { orientationOf, tiffOf } from './orientation.ts'
import { partCounter } from './parts.ts'

const exif = Buffer.from('Exif\0\0', 'latin1')

/**
 * Walks a JPEG marker by marker (ITU-T T.81 Annex B) and keeps the segments that draw it: tables, frames, scans,
 * the JFIF header without its thumbnail, the colour profile (ICC.1 Annex B.4) and Adobe's colour transform. It
 * ends at the first EOI: what follows belongs to another file.
 */
export function cleanJpeg(bytes: Buffer): Image {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let orientation: number | undefined
  let scans = 0
  let at = 2
  const count = partCounter()
  for (;;) {
    count()
    if (bytes.readUInt8(at) !== 0xff) throw new BadImage('a marker is missing')
    // A marker may be preceded by any number of fill bytes.
    while (bytes.readUInt8(at + 1) === 0xff) at++
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) break
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) throw new BadImage('it has a misplaced marker')
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) throw new RangeError()
    const body = bytes.subarray(at + 4, end)
    if (marker === 0xe1 && body.subarray(0, 6).equals(exif)) orientation ??= orientationOf(body.subarray(6))
    const segment = keep(marker, bytes.subarray(at, end), body)
    if (segment) kept.push(segment)
    // SOF0 to SOF15, among which are DHT, JPG and DAC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      if (size) throw new BadImage('it has two frames')
      size = { height: body.readUInt16BE(1), width: body.readUInt16BE(3) }
    }
    at = end
    if (marker === 0xda) {
      at = endOfScan(bytes, end)
      scans++
      kept.push(bytes.subarray(end, at))
    }
  }
  if (!size) throw new BadImage('it has no frame')
  if (scans === 0) throw new BadImage('it has no picture')
  kept.push(Buffer.from('ffd9', 'hex'))
  if (orientation !== undefined) kept.splice(1, 0, exifSegment(orientation))
  return { bytes: Buffer.concat(kept), ...size }
}

/** Frames, Huffman tables, arithmetic coding, scans, quantization, number of lines, restart interval (Table B.1). */
const drawing = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xda && marker <= 0xdd)

/** The part of a segment to keep, if any. */
function keep(marker: number, segment: Buffer, body: Buffer): Buffer | undefined {
  if (drawing(marker)) return segment
  const begins = (text: string) => body.toString('latin1', 0, text.length) === text
  if (marker === 0xe0 && begins('JFIF\0')) return jfif(body)
  if (marker === 0xe2 && isProfile(body)) return segment
  if (marker === 0xee && begins('Adobe') && body.length === 12) return segment
  return undefined
}

/** A part of a colour profile; the first one starts with the profile's header and signature (ICC.1 §7.2). */
const isProfile = (body: Buffer) =>
  body.toString('latin1', 0, 12) === 'ICC_PROFILE\0' &&
  (body[12] !== 1 || body.toString('latin1', 50, 54) === 'acsp')

/** The header without a thumbnail (JFIF 1.02 §5). */
function jfif(body: Buffer): Buffer {
  const segment = Buffer.alloc(18)
  segment.writeUInt32BE(0xffe00010, 0)
  body.copy(segment, 4, 0, 12)
  return segment
}

function exifSegment(orientation: number): Buffer {
  const body = Buffer.concat([exif, tiffOf(orientation)])
  const head = Buffer.from('ffe10000', 'hex')
  head.writeUInt16BE(2 + body.length, 2)
  return Buffer.concat([head, body])
}

/**
 * The position of the marker after a scan's data, in which FF is followed by 00 or a restart marker (§B.1.1.5).
 */
function endOfScan(bytes: Buffer, from: number): number {
  // A loop over the bytes takes the same time for any content; `indexOf` is slow where every second byte is FF.
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes.readUInt8(at + 1)
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError()
}
