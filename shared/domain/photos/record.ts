import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { imageTypes } from '../../images/image.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, Timestamp } from '../kernel/fields.ts'

const ContentType = z.enum(imageTypes)

/** What came of an upload: it is waited for, it can be looked at, or it was no photo. */
const photoStates = ['pending', 'ready', 'refused'] as const

const fields = () => ({
  package_id: Id,
  status: z.enum(photoStates),
  content_type: ContentType,
  uploaded_at: Timestamp,
  /** Bytes. */
  size: z.int().nullable(),
  /** Pixels, before the image is turned as it says. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
})

/** A photo as clients read it. `photo_url` can be read by anyone who has it, for an hour; null until it is ready. */
export const Photo = lazySchema(() =>
  z.object({ ...fields(), photo_id: Id, photo_url: z.url().nullable() }).meta({ id: 'Photo' }),
)

const PhotoRecord = lazySchema(() =>
  z.object({
    ...fields(),
    /** What it is kept under, once it is ready: SHA-256 of its bytes, so that no other image can take its place. */
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
/** So many photos a package, and so many uploads that are waited for or were refused. */
export const maxPhotos = 100
const maxUploads = 200

const Tally = lazySchema(() => z.object({ package_id: Id, photos: z.int(), version: z.int() }))
/** How many photos a package has: counted with each, so that the limit holds to the last one. */
export const tallies = entity({
  noun: 'Package',
  schema: Tally,
  ref: pick(Tally, 'package_id'),
  key: ({ package_id }) => ({ pk: `PKG#${package_id}`, sk: 'PHOTOS' }),
})
/** What reads a package's photos and uploads, in no order. */
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
/** What the keys of a package's photos begin with. */
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
