import { describe, expect, test } from 'vitest'
import { deflateSync } from 'node:zlib'
import { BadImage } from '../../shared/images/bad-image.ts'
import { cleaned, type ImageType } from '../../shared/images/image.ts'
import { maxParts } from '../../shared/images/parts.ts'
import { chunk, jpegWith, pngWith, segment, tiff, webpWith } from '../support/api/images.ts'

const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(4_000_000))]))

describe('a PNG chunk that the format allows once', () => {
  test.each([
    ['a profile', profile],
    ['a gamma', chunk('gAMA', '1234')],
    ['transparency', chunk('tRNS', 'ab')],
    ['EXIF', chunk('eXIf', tiff())],
    ['a time', chunk('tIME', '1234567')],
  ])('%s, is refused a second time', (_name, one) => {
    expect(cleaned('image/png', pngWith(one)).width).toBe(48)
    expect(() => cleaned('image/png', pngWith(one, one))).toThrow(/it has a second [a-zA-Z]{4} chunk/)
  })

  test('a file of 1,020 profiles, each of 4 MB when unpacked, is refused at the second', () => {
    const file = pngWith(...Array.from({ length: 1020 }, () => profile))
    expect(() => cleaned('image/png', file)).toThrow('it has a second iCCP chunk')
  })
})

describe('a file of too many parts is refused', () => {
  const many = Array.from({ length: maxParts })
  test.each<[ImageType, Buffer]>([
    ['image/png', pngWith(...many.map(() => chunk('tEXt', '')))],
    ['image/jpeg', jpegWith(...many.map(() => segment(0xfe, '')))],
    ['image/webp', webpWith(...many.map(() => ['JUNK', ''] as [string, string]))],
  ])('%s', (type, file) => {
    expect(() => cleaned(type, file)).toThrow(BadImage)
    expect(() => cleaned(type, file)).toThrow(`it has more than ${maxParts} parts`)
  })

  test('a photo of 20 MiB in parts of 8 KiB is taken', () => {
    const pixels = Array.from({ length: 2560 }, () => chunk('IDAT', Buffer.alloc(8192)))
    expect(cleaned('image/png', pngWith(...pixels)).bytes.length).toBeGreaterThan(20 * 1024 * 1024)
  })
})
