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

test.each(own)('%s without metadata stays as it is, to the byte', (type, bytes) => {
  expect(typeOf(bytes)).toBe(type)
  const image = cleaned(type, bytes)
  expect(image.bytes.equals(bytes)).toBe(true)
  expect(image).toMatchObject({ width: 48, height: 32 })
})

/** Files that carry something along, which is gone afterwards, while the picture stays. */
const laden: Record<string, [ImageType, Buffer]> = {
  'a JPEG with reserved markers': ['image/jpeg', jpegWith(segment(0x02, script), segment(0xfd, gps))],
  'a JPEG with what is called a profile and is none': [
    'image/jpeg',
    jpegWith(segment(0xe2, `ICC_PROFILE\0\x01\x01${script.repeat(3)}`)),
  ],
  'a JPEG with a note that is called Adobe’s': ['image/jpeg', jpegWith(segment(0xee, `Adobe${script}`))],
  'a PNG with a size that is a text': ['image/png', pngWith(chunk('pHYs', script))],
  'a JPEG with EXIF and GPS': ['image/jpeg', jpegWith(app1('II', 1))],
  'a JPEG with EXIF of the other byte order': ['image/jpeg', jpegWith(app1('MM', 1))],
  'a JPEG with XMP': ['image/jpeg', jpegWith(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x>${gps}</x>`))],
  'a JPEG with IPTC': ['image/jpeg', jpegWith(segment(0xed, `Photoshop 3.0\0${gps}`))],
  'a JPEG with a comment that is a script': ['image/jpeg', jpegWith(segment(0xfe, script))],
  'a JPEG with a thumbnail': ['image/jpeg', jpegWith(segment(0xe0, `JFXX\0\x10${gps}`))],
  'a JPEG with parts of unknown applications': [
    'image/jpeg',
    jpegWith(segment(0xe7, script), segment(0xef, gps)),
  ],
  'a JPEG that is a ZIP too': ['image/jpeg', Buffer.concat([images.jpeg, zip, Buffer.from(gps)])],
  'a JPEG that is a page too': ['image/jpeg', Buffer.concat([images.jpeg, Buffer.from(script)])],
  'a JPEG with a second one behind it': ['image/jpeg', Buffer.concat([images.jpeg, jpegWith(app1())])],
  'a JPEG with fill bytes between its markers': [
    'image/jpeg',
    jpegWith(Buffer.from([0xff, 0xff]), segment(0xfe, gps)),
  ],
  'a PNG with EXIF': ['image/png', pngWith(chunk('eXIf', tiff('MM', 1)))],
  'a PNG with texts': [
    'image/png',
    pngWith(chunk('tEXt', `Comment\0${gps}`), chunk('iTXt', `XML\0\0\0\0\0${script}`)),
  ],
  'a PNG with a text that unpacks to 100 MB': [
    'image/png',
    pngWith(chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000))]))),
  ],
  'a PNG with a profile that unpacks to 100 MB': [
    'image/png',
    pngWith(chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(100_000_000))]))),
  ],
  'a PNG with a time and private parts': ['image/png', pngWith(chunk('tIME', '1234567'), chunk('prVt', gps))],
  'a PNG that is a ZIP too': ['image/png', Buffer.concat([images.png, zip, Buffer.from(gps)])],
  'a WebP with EXIF and XMP': ['image/webp', webpWith(['EXIF', tiff('II', 1)], ['XMP ', gps])],
  'a WebP with unknown parts': ['image/webp', webpWith(['JUNK', script])],
  'a WebP that is a page too': ['image/webp', Buffer.concat([images.webp, Buffer.from(script)])],
}
test.each(Object.entries(laden))('%s: what it carries is gone, the picture stays', (_name, [type, bytes]) => {
  const { bytes: out } = cleaned(type, bytes)
  expect(out.equals(images[type.slice(6) as 'png'])).toBe(true)
})

/** Files that no viewer should be given. */
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
const broken: Record<string, [ImageType, Buffer, RegExp]> = {
  'a PNG of 4 gigapixels': ['image/png', ihdr(65_536, 65_536), /64 million/],
  'a PNG of no width': ['image/png', ihdr(0, 32), /no size/],
  'a PNG with two headers': ['image/png', pngWith(images.png.subarray(8, 33)), /header/],
  'a PNG whose first part is no header': [
    'image/png',
    Buffer.concat([images.png.subarray(0, 8), chunk('IDAT', '')]),
    /header/,
  ],
  'a PNG whose header goes on': [
    'image/png',
    Buffer.concat([
      images.png.subarray(0, 8),
      chunk('IHDR', Buffer.concat([images.png.subarray(16, 29), Buffer.from(script)])),
      images.png.subarray(33),
    ]),
    /header is none/,
  ],
  'a PNG of colours that there are none of': ['image/png', ihdrOf(77, 99), /header is none/],
  'a PNG with a palette that is a text': ['image/png', pngWith(chunk('PLTE', 'x'.repeat(10))), /palette/],
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
  'a PNG with a part that must be known': [
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
  'a JPEG with something where a marker should be': [
    'image/jpeg',
    Buffer.concat([images.jpeg.subarray(0, 2), Buffer.from(script)]),
    /marker/,
  ],
  'a JPEG in a JPEG': ['image/jpeg', Buffer.concat([images.jpeg.subarray(0, 2), images.jpeg]), /marker/],
  'a WebP that moves': [
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

test.each(own)('%s, cut off anywhere, is refused', (type, bytes) => {
  for (let length = 12; length < bytes.length; length++)
    expect(() => cleaned(type, bytes.subarray(0, length)), `${length} bytes`).toThrow(BadImage)
})

describe('how an image is to be turned is the one thing that is kept', () => {
  test.each([
    ['image/jpeg', jpegWith(app1('II', 6))],
    ['image/jpeg', jpegWith(app1('MM', 6))],
    ['image/png', pngWith(chunk('eXIf', tiff('MM', 6)))],
    ['image/webp', webpWith(['EXIF', tiff('II', 6)])],
  ] as const)('%s', (type, bytes) => {
    const { bytes: out } = cleaned(type, bytes)
    expect(out.includes(gps)).toBe(false)
    expect(out.includes(tiffOf(6))).toBe(true)
    expect(cleaned(type, out).bytes.equals(out), 'cleaned twice is cleaned once').toBe(true)
  })

  test('nonsense says nothing', () => {
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

test('what is no image that is taken here has no type', () => {
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

test('whatever is changed in an image: it is cleaned, or refused with a reason', () => {
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
