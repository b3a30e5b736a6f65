import type { TableRights } from '../../shared/db/rights.ts'
import * as z from 'zod'
import { Photo, Upload, UploadRequest } from '../../shared/domain/photos/record.ts'
import { prepareUpload } from '../../shared/domain/photos/uploads.ts'
import { addPhoto, listPhotos } from '../../shared/domain/photos/photos.ts'
import { roles, handlingRoles } from '../../shared/domain/kernel/roles.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { photoBody, SentPhoto } from '../../shared/http/body/photo.ts'
import { route } from '../../shared/http/routing/route.ts'
import { photoBucket } from '../../shared/storage/photo-bucket.ts'
import type { BucketGrants } from '../../shared/config/buckets.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
  quotas: ['UpdateItem'],
}
export const buckets: BucketGrants = {
  photos: ['GetObject', 'PutObject', 'DeleteObject'],
  uploads: ['PutObject'],
}

export const routes = [
  route('POST /api/v1/packages/{id}/photo', {
    operationId: 'addPackagePhoto',
    summary: 'Add a photo to a package, of up to 4 MiB',
    description:
      'The photo can also be the body itself (image/jpeg, image/png, image/webp or application/octet-stream), or the `file` of a multipart/form-data form. Metadata is removed: EXIF with its GPS position, comments, and trailing data. Anyone who has photo_url can read the photo for a minute; list the photos for a new one. A package has at most 100 photos.',
    roles: handlingRoles,
    body: SentPhoto,
    reader: photoBody,
    reply: Photo,
    status: 201,
    location: '/api/v1/packages/{package_id}/photos',
    decide: ({ ctx, params, body }) => addPhoto(ctx, photoBucket(ctx), params.id, body),
  }),
  route('POST /api/v1/packages/{id}/photo-upload', {
    operationId: 'createPhotoUpload',
    summary: 'Request a form to upload a photo, of up to 20 MiB',
    description:
      'Post a multipart/form-data form to upload_url within ten minutes, with all of the fields, and the file as the last field, `file`. The list of photos shows the upload as pending until it is checked, and then as ready, or as refused with a reason.',
    roles: handlingRoles,
    body: UploadRequest,
    reply: Upload,
    status: 201,
    location: '/api/v1/packages/{package_id}/photos',
    decide: ({ ctx, params, body }) => prepareUpload(ctx, photoBucket(ctx), params.id, body.content_type),
  }),
  route('GET /api/v1/packages/{id}/photos', {
    operationId: 'listPackagePhotos',
    hasFiles: true,
    summary: 'The photos of a package, newest first',
    roles,
    reply: z.array(Photo),
    read: ({ ctx, params }) => listPhotos(ctx, photoBucket(ctx), params.id),
  }),
]

export const handler = lambda(routes)
