import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { imageTypes } from '../../images/image.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, Timestamp } from '../kernel/fields.ts'

const ContentType = z.enum(imageTypes)

/** The outcome of an upload: pending, ready, or refused. */
export const photoStates = ['pending', 'ready', 'refused'] as const

const fields = () => ({
  package_id: Id,
  status: z.enum(photoStates),
  content_type: ContentType,
  uploaded_at: Timestamp,
  /** In bytes. */
  size: z.int().nullable(),
  /** In pixels, before the orientation is applied. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** The reason of the refusal. */
  reason: z.string().nullable(),
})

/**
 * A photo as clients read it. `photo_url` is readable by anyone who has it, for an hour; null until it is ready.
 */
export const Photo = lazySchema(() =>
  z.object({ ...fields(), photo_id: Id, photo_url: z.url().nullable() }).meta({ id: 'Photo' }),
)

const PhotoRecord = lazySchema(() =>
  z.object({
    ...fields(),
    /** The storage name of a ready photo: SHA-256 of its bytes, so that no other image can replace it. */
    digest: z.string().optional(),
    id: Id,
    shipment_id: Id,
    uploaded_by: Id,
    expires_at: z.int().optional(),
  }),
)
export type PhotoRecord = z.output<typeof PhotoRecord>

export const photos = entity({
  noun: 'Photo',
  schema: PhotoRecord,
  ref: pick(PhotoRecord, 'package_id', 'id'),
  key: ({ package_id, id }) => ({ pk: `PKG#${package_id}`, sk: `PHOTO#${id}` }),
  expires: ({ expires_at }) => expires_at,
})
/** The maximum number of photos of a package, and of pending or refused uploads. */
export const maxPhotos = 100
const maxUploads = 200

const Tally = lazySchema(() => z.object({ package_id: Id, photos: z.int(), version: z.int() }))
/** The number of a package's photos, written with each, so that the limit is exact. */
export const tallies = entity({
  noun: 'Package',
  schema: Tally,
  ref: pick(Tally, 'package_id'),
  key: ({ package_id }) => ({ pk: `PKG#${package_id}`, sk: 'PHOTOS' }),
})
/** The query for a package's photos and uploads, in no order. */
export const photosOf = (package_id: string) => ({
  partition: `PKG#${package_id}`,
  from: 'PHOTO#',
  to: 'PHOTO#~',
  limit: maxPhotos + maxUploads,
})

type Named = Pick<PhotoRecord, 'package_id' | 'id'>
/** The key of an upload. */
export const uploadKey = (tenantId: string, { package_id, id }: Named) =>
  `${photoPrefix(tenantId, package_id)}${id}`
/** The key of a photo. */
export const photoKey = (tenantId: string, photo: Named & { digest?: string | undefined }) =>
  `${uploadKey(tenantId, photo)}-${photo.digest ?? ''}`
/** The key prefix of a package's photos. */
export const photoPrefix = (tenantId: string, packageId: string) => `${tenantId}/${packageId}/`

export const UploadRequest = lazySchema(() =>
  z
    .object({ content_type: defaulted(ContentType, 'image/jpeg') })
    .meta({ id: 'UploadRequest', examples: [{ content_type: 'image/jpeg' }] }),
)

/** Where and how to upload a photo: a form with these fields, and the file as the last field, `file`. */
export const Upload = lazySchema(() =>
  z
    .object({
      package_id: Id,
      photo_id: Id,
      upload_url: z.url(),
      fields: z.record(z.string(), z.string()),
      max_bytes: z.int(),
      expires_in: z.int(),
    })
    .meta({ id: 'Upload' }),
)
