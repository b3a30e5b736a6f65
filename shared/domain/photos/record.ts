import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { imageTypes } from '../../images/image.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, Timestamp, idOf } from '../kernel/fields.ts'

const ContentType = z.enum(imageTypes)

/** The outcome of an upload: pending, ready, or refused. */
export const photoStates = ['pending', 'ready', 'refused'] as const

const fields = () => ({
  package_id: idOf('package'),
  status: z.enum(photoStates).meta(commonTexts.status),
  content_type: ContentType.meta(commonTexts.contentType),
  uploaded_at: Timestamp.meta({ description: 'When it was uploaded', examples: ['2026-11-23T09:25:00.000Z'] }),
  /** In bytes. */
  size: z
    .int()
    .nullable()
    .meta({ description: 'In bytes; null until it is checked', examples: [184320] }),
  /** In pixels, before the orientation is applied. */
  width: z
    .int()
    .nullable()
    .meta({
      description: 'In pixels, before the orientation is applied; null until it is checked',
      examples: [1600],
    }),
  height: z
    .int()
    .nullable()
    .meta({
      description: 'In pixels, before the orientation is applied; null until it is checked',
      examples: [1200],
    }),
  /** The reason of the refusal. */
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why the upload was refused, or null', examples: [null] }),
})

/**
 * A photo as clients read it. `photo_url` is readable by anyone who has it, for a minute; null until it is ready.
 */
export const Photo = lazySchema(() =>
  z
    .object({
      ...fields(),
      photo_id: idOf('photo'),
      photo_url: z
        .url()
        .nullable()
        .meta({
          description: 'Where anyone who has it can read the photo, for a minute; null until it is ready',
          examples: ['https://photos.example/p/2f1c.jpg'],
        }),
    })
    .meta({ id: 'Photo' }),
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
  fields: {
    secret: ['digest'],
    internal: ['uploaded_at', 'expires_at'],
    plain: [
      'package_id',
      'status',
      'content_type',
      'size',
      'width',
      'height',
      'reason',
      'id',
      'shipment_id',
      'uploaded_by',
    ],
  },
  audited: 'photo',
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
  fields: {
    internal: ['version'],
    plain: ['package_id', 'photos'],
  },
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
    .object({ content_type: defaulted(ContentType, 'image/jpeg').meta(commonTexts.contentType) })
    .meta({ id: 'UploadRequest', examples: [{ content_type: 'image/jpeg' }] }),
)

/** Where and how to upload a photo: a form with these fields, and the file as the last field, `file`. */
export const Upload = lazySchema(() =>
  z
    .object({
      package_id: idOf('package'),
      photo_id: idOf('photo'),
      upload_url: z
        .url()
        .meta({ description: 'Where to post the form', examples: ['https://uploads.example/'] }),
      fields: z.record(z.string(), z.string()).meta(commonTexts.fields),
      max_bytes: z.int().meta({ description: 'The largest file, in bytes', examples: [20971520] }),
      expires_in: z
        .int()
        .meta({ description: 'Seconds until the form is no longer accepted', examples: [600] }),
    })
    .meta({ id: 'Upload' }),
)
