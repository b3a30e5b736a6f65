import { BadImage } from './bad-image.ts'

/**
 * The maximum number of parts of a file: chunks of PNG and WebP, segments of JPEG. Encoders write kilobytes into each,
 * so a photo of 20 MiB has some thousands; a file of empty parts would cost seconds of CPU.
 */
export const maxParts = 20_000

/** Counts the parts of one file. Throws BadImage beyond the maximum. */
export function partCounter(): () => void {
  let parts = 0
  return () => {
    if (++parts > maxParts) throw new BadImage(`it has more than ${maxParts} parts`)
  }
}
