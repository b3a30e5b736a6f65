import type * as z from 'zod'
import { equals } from '../../db/conditions.ts'
import type { Plan } from '../../db/commit.ts'
import { epochSeconds } from '../../db/entity.ts'
import { ValidationError, Refusal } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import type { Image } from '../../images/bad-image.ts'
import type { ImageType } from '../../images/image.ts'
import type { TenantContext, TenantWork } from '../kernel/context.ts'
import { events, timelineEvent } from '../timeline/timeline-events.ts'
import { packagePointers } from '../packages/record.ts'
import { followWithShipment, pointerTo } from '../packages/with-bag.ts'
import { maxPhotos, photoKey, photos, photosOf, uploadKey, type PhotoRecord, type Upload } from './record.ts'
import type { PhotoStore } from './store.ts'
import { digestOf, tooManyPhotos, measures, countPhoto, checkImage } from './photos.ts'

/** The limits of a direct upload to S3. */
const maxUploadBytes = 20 * 1024 * 1024
/** How long the form is valid, in seconds. */
const formSeconds = 600
/** How long an upload that never arrives is listed, in seconds. */
const pendingSeconds = 3600

/** Prepares an upload to S3. Throws "Package not found", and a conflict if too many are pending. */
export async function prepareUpload(
  ctx: TenantContext,
  store: PhotoStore,
  packageId: string,
  content_type: ImageType,
): Promise<Plan<z.input<typeof Upload>>> {
  const { table, actor, newId, now } = ctx
  const pointer = await pointerTo(table, packageId)
  const [{ record, shipment }, there] = await Promise.all([
    followWithShipment(table, pointer),
    table.listAll(photos, photosOf(pointer.id)),
  ])
  if (there.filter(({ status }) => status === 'ready').length >= maxPhotos) throw tooManyPhotos()
  if (there.length >= photosOf(pointer.id).limit) throw refused.package_has_most_uploads()
  const photo: PhotoRecord = {
    id: newId(),
    package_id: record.id,
    shipment_id: shipment.id,
    status: 'pending',
    content_type,
    uploaded_at: now.toISOString(),
    uploaded_by: actor.user_id,
    size: null,
    width: null,
    height: null,
    reason: null,
    expires_at: epochSeconds(now) + pendingSeconds,
  }
  const { url, fields } = await store.uploadForm(
    uploadKey(actor.tenant_id, photo),
    content_type,
    maxUploadBytes,
    formSeconds,
  )
  const result = {
    package_id: record.id,
    photo_id: photo.id,
    upload_url: url,
    fields,
    max_bytes: maxUploadBytes,
    expires_in: formSeconds,
  }
  return { writes: [table.create(photos, photo)], result }
}

/**
 * Processes an upload: it becomes a photo, or is refused with a reason that the list shows. Takes effect once,
 * however often it is called and whatever was uploaded with the form since: the first commit wins, and other
 * stored photos are deleted. Returns the outcome.
 */
export async function takeUpload(
  ctx: TenantWork,
  store: PhotoStore,
  ref: Pick<PhotoRecord, 'package_id' | 'id'>,
) {
  const { table, actor } = ctx
  const [photo, bytes] = await Promise.all([
    table.find(photos, ref),
    store.uploaded(uploadKey(actor.tenant_id, ref)),
  ])
  if (!bytes) return 'the upload no longer exists'
  if (photo?.status !== 'pending') {
    await store.discard(uploadKey(actor.tenant_id, ref))
    return 'its package no longer exists'
  }
  const found = inspect(photo, Buffer.from(bytes))
  const key = photoKey(actor.tenant_id, found)
  if (found.image) await store.keep(key, found.image.bytes, photo.content_type)
  const by = { ...ctx, actor: { ...actor, user_id: photo.uploaded_by } }
  let kept: PhotoRecord | undefined
  try {
    kept = await ctx.transact(async () => decideUpload(by, photo, found))
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error
  }
  if (found.image && kept?.digest !== found.digest) await store.forget(key)
  await store.discard(uploadKey(actor.tenant_id, ref))
  return kept?.status ?? 'its package no longer exists'
}

interface Inspected extends Pick<PhotoRecord, 'package_id' | 'id' | 'digest'> {
  image?: Image
  reason?: string
}
function inspect({ package_id, id, content_type }: PhotoRecord, bytes: Buffer): Inspected {
  try {
    const { image } = checkImage(bytes, content_type)
    return { package_id, id, image, digest: digestOf(image.bytes) }
  } catch (error) {
    if (error instanceof Refusal) return { package_id, id, reason: error.message }
    if (error instanceof ValidationError) return { package_id, id, reason: error.issues[0]?.msg ?? '' }
    throw error
  }
}

/**
 * The plan that records the outcome of an upload, unless the record already has an outcome. Throws "Package not found".
 */
async function decideUpload(
  ctx: TenantWork,
  photo: PhotoRecord,
  { image, digest, reason = tooManyPhotos().message }: Inspected,
): Promise<Plan<PhotoRecord>> {
  const { table } = ctx
  const pointer = await table.get(packagePointers, { id: photo.package_id })
  const [current, { shipment }, counted] = await Promise.all([
    table.get(photos, photo),
    followWithShipment(table, pointer),
    countPhoto(table, pointer),
  ])
  if (current.status !== 'pending') return { writes: [], result: current }
  const pending = equals('status', 'pending')
  const refused = { ...photo, status: 'refused' as const, reason }
  if (!image || !counted) return { writes: [table.replace(photos, refused, pending)], result: refused }
  const { expires_at: _until, ...stays } = photo
  const ready = { ...stays, status: 'ready' as const, digest, ...measures(image) }
  const event = timelineEvent(ctx, shipment, 'PHOTO_ADDED', { package_id: photo.package_id })
  return {
    writes: [table.replace(photos, ready, pending), ...counted, table.create(events, event)],
    result: ready,
  }
}
