import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Images of 48 × 32 pixels that a browser encoded. Some contain a colour profile. */
const file = (type: string) => readFileSync(new URL(`../../images/parcel.${type}`, import.meta.url))
export const images = { jpeg: file('jpeg'), png: file('png'), webp: file('webp') }

/** A camera's position, as text that a test can search for in the output. */
export const gps = 'GPS 41.7151N 44.8271E'
/** EXIF data from the byte order on: the orientation (6 is a rotation by 90 degrees) and a text tag with the position. */
export function tiff(order: 'II' | 'MM' = 'II', orientation = 6): Buffer {
  const little = order === 'II'
  const bytes = Buffer.alloc(38 + gps.length)
  const u16 = (value: number, at: number) =>
    little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(order, 0, 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(2, 8)
  for (const [n, [tag, type, count, value]] of [
    [0x0112, 3, 1, orientation],
    [0x8298, 2, gps.length, 38],
  ].entries()) {
    u16(tag!, 10 + n * 12)
    u16(type!, 12 + n * 12)
    u32(count!, 14 + n * 12)
    if (type === 3) u16(value!, 18 + n * 12)
    else u32(value!, 18 + n * 12)
  }
  bytes.write(gps, 38, 'latin1')
  return bytes
}

/** A JPEG segment. */
export function segment(marker: number, body: Buffer | string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(2 + Buffer.byteLength(body), 2)
  return Buffer.concat([head, Buffer.from(body as string, 'latin1')])
}
export const app1 = (order?: 'II' | 'MM', orientation?: number) =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff(order, orientation)]))
/** The JPEG with segments inserted after its first marker. */
export const jpegWith = (...segments: Buffer[]) =>
  Buffer.concat([images.jpeg.subarray(0, 2), ...segments, images.jpeg.subarray(2)])

/** A PNG chunk with its checksum. */
export function chunk(type: string, body: Buffer | string): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(body as string, 'latin1')])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
/** The PNG with chunks inserted after its header. */
export const pngWith = (...chunks: Buffer[]) =>
  Buffer.concat([images.png.subarray(0, 33), ...chunks, images.png.subarray(33)])

/** The WebP with chunks appended and its header updated. */
export function webpWith(...parts: [type: string, body: Buffer | string][]): Buffer {
  const chunks = parts.map(([type, content]) => {
    const body = Buffer.from(content as string, 'latin1')
    const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  })
  const all = Buffer.concat([images.webp, ...chunks])
  all.writeUInt32LE(all.length - 8, 4)
  all[20] = all[20]! | 0x0c
  return all
}
