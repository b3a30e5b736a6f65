import type { ImageType } from '../../images/image.ts'

/** Where photos lie. Keys are made by the service and begin with the tenant (see `photoKey` and `uploadKey`). */
export interface PhotoStore {
  /** Keeps a photo, in place of one that was kept under the key before. */
  keep(key: string, bytes: Uint8Array, type: ImageType): Promise<void>
  /** An address that anyone may read the photo at, for an hour. */
  address(key: string): Promise<string>
  /** What a browser posts a form to, with a file of 1 to `mostBytes` bytes as its last field, within so many seconds. */
  uploadForm(key: string, type: ImageType, maxBytes: number, seconds: number): Promise<UploadForm>
  /** What was uploaded so; undefined where nothing was, or it is gone. */
  uploaded(key: string): Promise<Uint8Array | undefined>
  /** Takes a photo away that has no record. */
  forget(key: string): Promise<void>
  /** Takes away an upload that has been seen to. */
  discard(key: string): Promise<void>
  /** Takes all photos of a package away. Answers how many there were. */
  clear(tenantId: string, packageId: string): Promise<number>
}
export interface UploadForm {
  url: string
  fields: Record<string, string>
}
