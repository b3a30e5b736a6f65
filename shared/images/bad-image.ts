/** A cleaned image. Sizes in pixels. */
export interface Image {
  bytes: Buffer
  width: number
  height: number
}

/** An image that is not accepted. */
export class BadImage extends Error {
  override readonly name = 'BadImage'
}
