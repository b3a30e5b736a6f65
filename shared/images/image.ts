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

/** What an image is, by its first bytes; undefined for anything that is no image that is taken here. */
export const typeOf = (bytes: Buffer): ImageType | undefined => imageTypes.find((type) => magic[type](bytes))

/**
 * The image without its metadata (EXIF with its GPS position, XMP, IPTC, comments, thumbnails) and without anything
 * that follows it; not encoded again, so the picture's own bytes stay as they are. How it is to be turned is kept.
 * Throws BadImage for one that is not whole.
 */
export function cleaned(type: ImageType, bytes: Buffer): Image {
  let image: Image
  try {
    image = cleaners[type](bytes)
  } catch (error) {
    // Reading beyond the end (RangeError) is what a truncated image comes to.
    if (error instanceof RangeError) throw new BadImage('it ends too early')
    throw error
  }
  const { width, height } = image
  if (width === 0 || height === 0) throw new BadImage('it has no size')
  if (width * height > maxPixels)
    throw new BadImage(`it has ${width} × ${height} pixels, and at most 64 million are taken`)
  return image
}
