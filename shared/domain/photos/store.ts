import type { ImageType } from '../../images/image.ts'

/**
 * Photo storage. The service creates the keys, which begin with the tenant (see `photoKey` and `uploadKey`).
 */
export interface PhotoStore {
  /** Stores a photo, replacing one with the same key. */
  keep(key: string, bytes: Uint8Array, type: ImageType): Promise<void>
  /** A URL that anyone can read the photo at, for `addressSeconds`. */
  address(key: string): Promise<string>
  /** The bytes of a photo; undefined if it is deleted. */
  read(key: string): Promise<Uint8Array | undefined>
  /**
   * A form for a browser's upload, with a file of 1 to `maxBytes` bytes as its last field, valid for so many
   * seconds.
   */
  uploadForm(key: string, type: ImageType, maxBytes: number, seconds: number): Promise<UploadForm>
  /** The uploaded bytes; undefined if nothing was uploaded, or it is deleted. */
  uploaded(key: string): Promise<Uint8Array | undefined>
  /** Deletes a photo without a record. */
  forget(key: string): Promise<void>
  /** Deletes a processed upload. */
  discard(key: string): Promise<void>
  /** Deletes all photos of a package and returns their number. */
  clear(tenantId: string, packageId: string): Promise<number>
}
interface UploadForm {
  url: string
  fields: Record<string, string>
}
