import { photoKey, type PhotoRecord } from './record.ts'
import type { PhotoStore } from './store.ts'

/** How many bytes of photos a document contains: with base64 a Lambda response has at most 6 MB (AWS, "Lambda quotas"). */
const maxBytes = 3_500_000

/** The bytes of photos for a document, by id; undefined for one that is gone, or exceeds what the document can contain. */
export function photosForDocument(store: PhotoStore, tenantId: string, records: readonly PhotoRecord[]) {
  let left = maxBytes
  return async ({ photo_id }: { photo_id: string }): Promise<Uint8Array | undefined> => {
    const record = records.find(({ id }) => id === photo_id)
    if (!record?.size || record.size > left) return undefined
    left -= record.size
    return store.read(photoKey(tenantId, record))
  }
}
