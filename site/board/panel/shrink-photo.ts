/** Content types that the service accepts (see shared/domain/photos/record.ts). */
export const types = ['image/jpeg', 'image/png', 'image/webp']
const maxBytes = 4 * 1024 * 1024
/** The longer side of a reduced photo, in pixels: enough to read the text on a parcel. */
const longest = 3000

/**
 * Returns a photo that the service accepts: unchanged, or reduced and converted to JPEG if it is too large or has
 * another content type. Undefined if that fails and the photo is too large.
 */
export async function fitting(file: Blob): Promise<Blob | undefined> {
  const small = file.size <= maxBytes
  if (small && types.includes(file.type)) return file
  return (await smaller(file).catch(() => undefined)) ?? (small ? file : undefined)
}

async function smaller(file: Blob): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  return made && made.size <= maxBytes ? made : undefined
}
