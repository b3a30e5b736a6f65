import { BadImage, type Image } from './bad-image.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanWebp } from './webp.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** A decoder needs four bytes per pixel, so larger images could exhaust its memory. Cameras of 50 MP pass. */
const maxPixels = 64_000_000

const magic: Record<ImageType, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  'image/webp': (bytes) =>
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
}
const cleaners: Record<ImageType, (bytes: Buffer) => Image> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
}

/** The image type by its first bytes; undefined for anything else. */
export const typeOf = (bytes: Buffer): ImageType | undefined => imageTypes.find((type) => magic[type](bytes))

/**
 * The image without its metadata (EXIF with its GPS position, XMP, IPTC, comments, thumbnails) and without
 * trailing data. It is not encoded again, so pixels stay unchanged, and the orientation is kept. Throws BadImage
 * for a truncated or invalid one.
 */
export function cleaned(type: ImageType, bytes: Buffer): Image {
  let image: Image
  try {
    image = cleaners[type](bytes)
  } catch (error) {
    // A truncated image causes reads beyond the end (RangeError).
    if (error instanceof RangeError) throw new BadImage('it ends too early')
    throw error
  }
  const { width, height } = image
  if (width === 0 || height === 0) throw new BadImage('it has no size')
  if (width * height > maxPixels)
    throw new BadImage(`it has ${width} × ${height} pixels, and at most 64 million are taken`)
  return image
}
