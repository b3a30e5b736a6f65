import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deflateSync } from 'node:zlib'
import { BadImage } from '../../shared/images/bad-image.ts'
import { cleaned, imageTypes, typeOf, type ImageType } from '../../shared/images/image.ts'
import { orientationOf, tiffOf } from '../../shared/images/orientation.ts'
import { app1, chunk, gps, images, jpegWith, pngWith, segment, tiff, webpWith } from '../support/api/images.ts'

const own = Object.entries(images).map(([name, bytes]) => [`image/${name}` as ImageType, bytes] as const)
const script = '<script>alert(1)</script>'
const zip = Buffer.from('504b0304140000000800', 'hex')

test.each(own)('%s without metadata is not changed', (type, bytes) => {
  expect(typeOf(bytes)).toBe(type)
  const image = cleaned(type, bytes)
  expect(image.bytes.equals(bytes)).toBe(true)
  expect(image).toMatchObject({ width: 48, height: 32 })
})

/** Images with additional data, which cleaning removes without a change of the picture. */
const withExtraData: Record<string, [ImageType, Buffer]> = {
  'a JPEG with reserved markers': ['image/jpeg', jpegWith(segment(0x02, script), segment(0xfd, gps))],
  'a JPEG with an invalid colour profile': [
    'image/jpeg',
    jpegWith(segment(0xe2, `ICC_PROFILE\0\x01\x01${script.repeat(3)}`)),
  ],
  'a JPEG with an invalid Adobe segment': ['image/jpeg', jpegWith(segment(0xee, `Adobe${script}`))],
  'a PNG with text in its pHYs chunk': ['image/png', pngWith(chunk('pHYs', script))],
  'a JPEG with EXIF and GPS': ['image/jpeg', jpegWith(app1('II', 1))],
  'a JPEG with big-endian EXIF': ['image/jpeg', jpegWith(app1('MM', 1))],
  'a JPEG with XMP': ['image/jpeg', jpegWith(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${gps}</x>`))],
  'a JPEG with IPTC': ['image/jpeg', jpegWith(segment(0xed, `Photoshop 3.0\0${gps}`))],
  'a JPEG with a script in a comment': ['image/jpeg', jpegWith(segment(0xfe, script))],
  'a JPEG with a thumbnail': ['image/jpeg', jpegWith(segment(0xe0, `JFXX\0\x10${gps}`))],
  'a JPEG with segments of unknown applications': [
    'image/jpeg',
    jpegWith(segment(0xe7, script), segment(0xef, gps)),
  ],
  'a JPEG that is also a ZIP file': ['image/jpeg', Buffer.concat([images.jpeg, zip, Buffer.from(gps)])],
  'a JPEG that is also an HTML page': ['image/jpeg', Buffer.concat([images.jpeg, Buffer.from(script)])],
  'a JPEG followed by a second one': ['image/jpeg', Buffer.concat([images.jpeg, jpegWith(app1())])],
  'a JPEG with fill bytes between its markers': [
    'image/jpeg',
    jpegWith(Buffer.from([0xff, 0xff]), segment(0xfe, gps)),
  ],
  'a PNG with EXIF': ['image/png', pngWith(chunk('eXIf', tiff('MM', 1)))],
  'a PNG with texts': [
    'image/png',
    pngWith(chunk('tEXt', `Comment\0${gps}`), chunk('iTXt', `XML\0\0\0\0\0${script}`)),
  ],
  'a PNG with a text that decompresses to 100 MB': [
    'image/png',
    pngWith(chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000))]))),
  ],
  'a PNG with a colour profile that decompresses to 100 MB': [
    'image/png',
    pngWith(chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000))]))),
  ],
  'a PNG with a time and private chunks': ['image/png', pngWith(chunk('tIME', '1234567'), chunk('prVt', gps))],
  'a PNG that is also a ZIP file': ['image/png', Buffer.concat([images.png, zip, Buffer.from(gps)])],
  'a WebP with EXIF and XMP': ['image/webp', webpWith(['EXIF', tiff('II', 1)], ['XMP ', gps])],
  'a WebP with unknown chunks': ['image/webp', webpWith(['JUNK', script])],
  'a WebP that is also an HTML page': ['image/webp', Buffer.concat([images.webp, Buffer.from(script)])],
}
test.each(Object.entries(withExtraData))('%s is reduced to the picture', (_name, [type, bytes]) => {
  const { bytes: out } = cleaned(type, bytes)
  expect(out.equals(images[type.slice(6) as 'png'])).toBe(true)
})

const altered = (bytes: Buffer, write: (copy: Buffer) => void) => {
  const copy = Buffer.from(bytes)
  write(copy)
  return copy
}
const ihdr = (width: number, height: number) => {
  const body = Buffer.from(images.png.subarray(16, 29))
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  return Buffer.concat([images.png.subarray(0, 8), chunk('IHDR', body), images.png.subarray(33)])
}
const ihdrOf = (depth: number, colour: number) => {
  const body = Buffer.from(images.png.subarray(16, 29))
  body.set([depth, colour], 8)
  return Buffer.concat([images.png.subarray(0, 8), chunk('IHDR', body), images.png.subarray(33)])
}
const sof = images.jpeg.indexOf(Buffer.from([0xff, 0xc0]))
/** Images that must be refused. */
const broken: Record<string, [ImageType, Buffer, RegExp]> = {
  'a PNG of 4 gigapixels': ['image/png', ihdr(65_536, 65_536), /64 million/],
  'a PNG with a width of 0': ['image/png', ihdr(0, 32), /no size/],
  'a PNG with two headers': ['image/png', pngWith(images.png.subarray(8, 33)), /header/],
  'a PNG whose first chunk is not the header': [
    'image/png',
    Buffer.concat([images.png.subarray(0, 8), chunk('IDAT', '')]),
    /header/,
  ],
  'a PNG whose header is too long': [
    'image/png',
    Buffer.concat([
      images.png.subarray(0, 8),
      chunk('IHDR', Buffer.concat([images.png.subarray(16, 29), Buffer.from(script)])),
      images.png.subarray(33),
    ]),
    /header is none/,
  ],
  'a PNG with an invalid colour type': ['image/png', ihdrOf(77, 99), /header is none/],
  'a PNG with an invalid palette': ['image/png', pngWith(chunk('PLTE', 'x'.repeat(10))), /palette/],
  'a JPEG without a scan': [
    'image/jpeg',
    Buffer.concat([
      images.jpeg.subarray(0, images.jpeg.indexOf(Buffer.from([0xff, 0xda]))),
      Buffer.from('ffd9', 'hex'),
    ]),
    /no picture/,
  ],
  'a PNG without a picture': [
    'image/png',
    Buffer.concat([images.png.subarray(0, 33), chunk('IEND', '')]),
    /no picture/,
  ],
  'a PNG with an unknown critical chunk': [
    'image/png',
    pngWith(chunk('EVIL', script)),
    /unknown critical chunk/,
  ],
  'a PNG with a wrong checksum': [
    'image/png',
    altered(images.png, (copy) => copy.writeUInt8(copy[30]! ^ 1, 30)),
    /checksum/,
  ],
  'a JPEG of 4 gigapixels': [
    'image/jpeg',
    altered(images.jpeg, (copy) => copy.writeUInt32BE(0xffffffff, sof + 5)),
    /64 million/,
  ],
  'a JPEG with two frames': [
    'image/jpeg',
    jpegWith(images.jpeg.subarray(sof, sof + 2 + images.jpeg.readUInt16BE(sof + 2))),
    /two frames/,
  ],
  'a JPEG without a frame': ['image/jpeg', Buffer.from('ffd8ffd9', 'hex'), /no frame/],
  'a JPEG with text in place of a marker': [
    'image/jpeg',
    Buffer.concat([images.jpeg.subarray(0, 2), Buffer.from(script)]),
    /marker/,
  ],
  'a JPEG in a JPEG': ['image/jpeg', Buffer.concat([images.jpeg.subarray(0, 2), images.jpeg]), /marker/],
  'an animated WebP': [
    'image/webp',
    altered(images.webp, (copy) => copy.writeUInt8(copy[20]! | 2, 20)),
    /animation/,
  ],
  'a WebP with two pictures': [
    'image/webp',
    webpWith(['VP8L', images.webp.subarray(0, 20)]),
    /two pictures|lossless/,
  ],
  'a WebP without a picture': ['image/webp', Buffer.from('524946460400000057454250', 'hex'), /no picture/],
}
test.each(Object.entries(broken))('%s is refused', (_name, [type, bytes, why]) => {
  expect(() => cleaned(type, bytes)).toThrow(why)
  expect(() => cleaned(type, bytes)).toThrow(BadImage)
})

test.each(own)('%s is refused if it is truncated anywhere', (type, bytes) => {
  for (let length = 12; length < bytes.length; length++)
    expect(() => cleaned(type, bytes.subarray(0, length)), `${length} bytes`).toThrow(BadImage)
})

describe('the orientation is the only metadata that is kept', () => {
  test.each([
    ['image/jpeg', jpegWith(app1('II', 6))],
    ['image/jpeg', jpegWith(app1('MM', 6))],
    ['image/png', pngWith(chunk('eXIf', tiff('MM', 6)))],
    ['image/webp', webpWith(['EXIF', tiff('II', 6)])],
  ] as const)('in %s', (type, bytes) => {
    const { bytes: out } = cleaned(type, bytes)
    expect(out.includes(gps)).toBe(false)
    expect(out.includes(tiffOf(6))).toBe(true)
    expect(cleaned(type, out).bytes.equals(out), 'cleaning a cleaned image does not change it').toBe(true)
  })

  test('if it is valid: arbitrary EXIF data has no orientation', () => {
    for (const value of [0, 1, 9, 65_535]) expect(orientationOf(tiff('II', value))).toBeUndefined()
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        [undefined, 2, 3, 4, 5, 6, 7, 8].includes(
          orientationOf(Buffer.concat([Buffer.from('II*\0', 'latin1'), bytes])),
        ),
      ),
    )
  })
})

test('a file of an unsupported format has no type', () => {
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    '%PDF-1.7',
    '<!doctype html>',
    'BM',
    '',
    '\0\0\0 ftypheic',
  ]
  for (const other of others) expect(typeOf(Buffer.from(other)), other).toBeUndefined()
})

test('an image with random changes is either cleaned or refused with a BadImage error', () => {
  const change = fc.record({
    which: fc.integer({ min: 0, max: 2 }),
    at: fc.nat(2100),
    bytes: fc.uint8Array({ maxLength: 8 }),
    cut: fc.boolean(),
  })
  fc.assert(
    fc.property(change, ({ which, at, bytes, cut }) => {
      const [type, image] = own[which]!
      const spot = 12 + (at % (image.length - 12))
      const changed = Buffer.concat([
        image.subarray(0, spot),
        bytes,
        image.subarray(spot + (cut ? bytes.length : 0)),
      ])
      try {
        const once = cleaned(type, changed).bytes
        expect(typeOf(once)).toBe(type)
        expect(cleaned(type, once).bytes.equals(once)).toBe(true)
      } catch (error) {
        if (!(error instanceof BadImage)) throw error
      }
    }),
    { numRuns: 3000 },
  )
  expect(imageTypes).toHaveLength(3)
})
