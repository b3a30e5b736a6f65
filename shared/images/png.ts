import { crc32, inflateSync } from 'node:zlib'
import { BadImage, type Image } from './bad-image.ts'
import { orientationOf, tiffOf } from './orientation.ts'
import { partCounter } from './parts.ts'

const critical = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
/** Chunks that affect the display, and their maximum size in bytes (PNG 3rd edition §11.3). */
const shown: Partial<Record<string, number>> = {
  tRNS: 256,
  cHRM: 32,
  gAMA: 4,
  sBIT: 4,
  sRGB: 1,
  bKGD: 6,
  pHYs: 9,
  cICP: 4,
  iCCP: 4 * 1024 * 1024,
}
/** Chunks that a file has at most once (§5.6). A decoder's work would multiply with their number. */
const single = new Set(['PLTE', 'eXIf', 'tIME', 'hIST', 'mDCV', 'cLLI', ...Object.keys(shown)])
/** The bit depths of each colour type (§11.2.1). */
const depths: Partial<Record<number, number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
const maxProfileBytes = 4 * 1024 * 1024

/**
 * Walks a PNG chunk by chunk and keeps the chunks that draw it; checksums must match. An animation becomes its
 * first image.
 */
export function cleanPng(bytes: Buffer): Image {
  const kept: Buffer[] = [bytes.subarray(0, 8)]
  let size: { width: number; height: number } | undefined
  let orientation: number | undefined
  let pixels = false
  const count = partCounter()
  const seen = new Set<string>()
  for (let at = 8; ;) {
    count()
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) throw new RangeError()
    const type = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, end - 4)
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw new BadImage('a checksum in it does not hold')
    if ((type === 'IHDR') !== (at === 8)) throw new BadImage('its header is not where it should be')
    if (single.has(type) && seen.has(type)) throw new BadImage(`it has a second ${type} chunk`)
    seen.add(type)
    if (type === 'IHDR') size = sizeOf(body)
    if (type === 'PLTE' && (body.length > 768 || body.length % 3 !== 0))
      throw new BadImage('its palette is none')
    if (type === 'eXIf') orientation ??= orientationOf(body)
    if (type === 'IDAT') pixels ||= body.length > 0
    if (critical.has(type) || (length <= (shown[type] ?? -1) && (type !== 'iCCP' || isProfile(body))))
      kept.push(bytes.subarray(at, end))
    // An unknown critical chunk, marked by its capital letter (§5.4).
    else if (/^[A-Z]/.test(type)) throw new BadImage('it has an unknown critical chunk')
    if (type === 'IEND') break
    at = end
  }
  if (!size || !pixels) throw new BadImage('it has no picture')
  if (orientation !== undefined) kept.splice(2, 0, chunk('eXIf', tiffOf(orientation)))
  return { bytes: Buffer.concat(kept), ...size }
}

function sizeOf(header: Buffer) {
  const [depth = 0, colour = 0] = header.subarray(8)
  if (header.length !== 13 || !depths[colour]?.includes(depth)) throw new BadImage('its header is none')
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
}

/** A profile is compressed, after its name; an excessive expansion is invalid. */
function isProfile(body: Buffer): boolean {
  try {
    inflateSync(body.subarray(body.indexOf(0) + 2), { maxOutputLength: maxProfileBytes })
    return true
  } catch {
    return false
  }
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
