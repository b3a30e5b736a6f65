/** An image with nothing in it but what is needed to show it. Sizes in pixels. */
export interface Image {
  bytes: Buffer
  width: number
  height: number
}

/** An image that no viewer should be given. */
export class BadImage extends Error {
  override readonly name = 'BadImage'
}
