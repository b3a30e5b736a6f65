/** Content types that the service accepts (shared/images/image.ts). */
export const types = ['image/jpeg', 'image/png', 'image/webp']
const maxBytes = 4 * 1024 * 1024
/** The longer side of a reduced photo, in pixels: enough to read the text on a parcel. */
const maxPixels = 3000

/**
 * Returns a photo that the service accepts: unchanged, or reduced and converted to JPEG if it is too large or has
 * another content type. Undefined if that fails and the photo is too large.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob | undefined> {
  const isSmall = file.size <= maxBytes
  if (isSmall && types.includes(file.type)) return file
  return (await reducedPhoto(file).catch(() => undefined)) ?? (isSmall ? file : undefined)
}

async function reducedPhoto(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, maxPixels / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const result = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  return result && result.size <= maxBytes ? result : undefined
}
