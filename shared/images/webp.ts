import { BadImage, type Image } from './bad-image.ts'
import { orientationOf, tiffOf } from './orientation.ts'
import { partCounter } from './parts.ts'

const kinds = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'])
/** Which of its chunks a VP8X header announces (RFC 9649 §2.7.1). */
const flags = { exif: 0x08, xmp: 0x04, animation: 0x02 }

/** Walks a WebP chunk by chunk (RFC 9649 §2) and keeps the chunks that draw it. */
export function cleanWebp(bytes: Buffer): Image {
  const kept: Buffer[] = []
  let header: Buffer | undefined
  let orientation: number | undefined
  let size: { width: number; height: number } | undefined
  const count = partCounter()
  const total = 8 + bytes.readUInt32LE(4)
  if (total > bytes.length) throw new RangeError()
  for (let at = 12; at < total;) {
    count()
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > total) throw new RangeError()
    const body = bytes.subarray(at + 8, end)
    if (type === 'VP8X') header = Buffer.from(body)
    if (size && (type === 'VP8 ' || type === 'VP8L')) throw new BadImage('it has two pictures')
    if (type === 'VP8 ') size = lossy(body)
    if (type === 'VP8L') size = lossless(body)
    if (type === 'EXIF') orientation ??= orientationOf(body)
    // A profile or transparency without the header that announces it is ignored by decoders.
    if (kinds.has(type) && (header ? type !== 'VP8X' : type.startsWith('VP8'))) kept.push(chunk(type, body))
    at = end + (length % 2)
  }
  if (!size) throw new BadImage('it has no picture')
  if (header) {
    if (header.readUInt8(0) & flags.animation) throw new BadImage('it is an animation')
    const width = 1 + header.readUIntLE(4, 3)
    const height = 1 + header.readUIntLE(7, 3)
    header[0] = (header.readUInt8(0) & ~(flags.exif | flags.xmp)) | (orientation === undefined ? 0 : flags.exif)
    kept.unshift(chunk('VP8X', header))
    if (orientation !== undefined) kept.push(chunk('EXIF', tiffOf(orientation)))
    size = { width: Math.max(width, size.width), height: Math.max(height, size.height) }
  }
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept])
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1')
  riff.writeUInt32LE(body.length, 4)
  return { bytes: Buffer.concat([riff, body]), ...size }
}

/** The frame header of a key frame (RFC 6386 §9.1). */
function lossy(body: Buffer) {
  if (body.readUInt8(0) & 1 || body.readUIntBE(3, 3) !== 0x9d012a) throw new BadImage('it has no key frame')
  return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
}

/** The header of the lossless bitstream (RFC 9649 §3.4). */
function lossless(body: Buffer) {
  if (body.readUInt8(0) !== 0x2f) throw new BadImage('it is not lossless WebP')
  const bits = body.readUInt32LE(1)
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}
