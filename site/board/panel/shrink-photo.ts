/** What the service takes (see shared/domain/photos/record.ts). */
export const types = ['image/jpeg', 'image/png', 'image/webp']
const maxBytes = 4 * 1024 * 1024
/** The longer side of a photo that was made smaller, in pixels: enough to read what is written on a parcel. */
const longest = 3000

/**
 * A photo as the service takes it: as it is, or made smaller where it is too large, as phones' photos often are, or of
 * a kind that only the browser knows. Undefined where that fails and it is too large.
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
