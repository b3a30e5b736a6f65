import type * as z from 'zod'
import { v5 } from 'uuid'
import type { Plan } from '../db/settle.ts'
import { seconds } from '../db/table.ts'
import { conflict, Invalid, Refusal } from '../errors.ts'
import { BadImage, type Image } from '../images/bad-image.ts'
import { cleaned, imageTypes, typeOf, type ImageType } from '../images/image.ts'
import type { TenantContext, TenantWork } from './context.ts'
import { events, happening } from './events.ts'
import { expectOwn } from './own.ts'
import { packagePointers, packages } from './package-record.ts'
import { followPointer, followWithShipment } from './parcel.ts'
import {
  mostPhotos,
  photoKey,
  photos,
  photosOf,
  type Photo,
  type PhotoRecord,
  type Upload,
} from './photo-record.ts'
import type { PhotoStore } from './photo-store.ts'

/** What a client may upload to S3 directly. */
const mostUploadBytes = 20 * 1024 * 1024
/** How long the form for it is good, in seconds. */
const formSeconds = 600
/** How long an upload that never came is listed, in seconds: as long as S3 keeps one that nobody looked at. */
const pendingSeconds = 24 * 3600

/**
 * Adds a photo, cleaned of its metadata. Throws "Package not found", a conflict where the package has photos enough,
 * an unsupported media type for what is no image or another than it is said to be, Invalid for one that is broken.
 */
export async function addPhoto(
  ctx: TenantContext,
  store: PhotoStore,
  packageId: string,
  { bytes, declared }: { bytes: Buffer; declared: string | undefined },
): Promise<Plan<z.input<typeof Photo>>> {
  const { table, actor, requestId, now } = ctx
  const { record, shipment } = await packageFor(ctx, packageId)
  const { type, image } = seen(bytes, declared)
  const photo: PhotoRecord = {
    // The same for a repetition, and another for another photo under the same Idempotency-Key.
    id: idOf(requestId, image.bytes),
    package_id: record.id,
    shipment_id: shipment.id,
    status: 'ready',
    content_type: type,
    uploaded_at: now.toISOString(),
    uploaded_by: actor.user_id,
    reason: null,
    ...measures(image),
  }
  // Before the record: what is listed can be looked at. One whose record then fails is never listed.
  await store.keep(photoKey(actor.tenant_id, photo), image.bytes, type)
  const event = happening(ctx, shipment, 'PHOTO_ADDED', { package_id: record.id })
  const writes = [table.create(photos, photo), table.create(events, event)]
  return { writes, result: await shown(actor.tenant_id, store)(photo) }
}

/** Prepares an upload to S3. Throws "Package not found", and a conflict where the package has photos enough. */
export async function prepareUpload(
  ctx: TenantContext,
  store: PhotoStore,
  packageId: string,
  content_type: ImageType,
): Promise<Plan<z.input<typeof Upload>>> {
  const { table, actor, newId, now } = ctx
  const { record, shipment } = await packageFor(ctx, packageId)
  const photo: PhotoRecord = {
    id: newId(),
    package_id: record.id,
    shipment_id: shipment.id,
    status: 'pending',
    content_type,
    uploaded_at: now.toISOString(),
    uploaded_by: actor.user_id,
    ...{ size: null, width: null, height: null, reason: null },
    expires_at: seconds(now) + pendingSeconds,
  }
  const { url, fields } = await store.uploadForm(
    photoKey(actor.tenant_id, photo),
    content_type,
    mostUploadBytes,
  )
  const result = {
    package_id: record.id,
    photo_id: photo.id,
    upload_url: url,
    fields,
    max_bytes: mostUploadBytes,
    expires_in: formSeconds,
  }
  return { writes: [table.create(photos, photo)], result }
}

/**
 * Looks at what was uploaded: it becomes a photo like any other, or is refused with a reason that the list shows. Done
 * once, however often it is asked for.
 */
export async function takeUpload(
  ctx: TenantWork,
  store: PhotoStore,
  ref: Pick<PhotoRecord, 'package_id' | 'id'>,
) {
  const { table, actor } = ctx
  const key = photoKey(actor.tenant_id, ref)
  const [photo, bytes, pointer] = await Promise.all([
    table.find(photos, ref),
    store.uploaded(key),
    table.find(packagePointers, { id: ref.package_id }),
  ])
  if (photo?.status !== 'pending' || !bytes || !pointer) return 'nothing to do'
  const { expires_at: _now, ...kept } = photo
  let outcome: PhotoRecord
  try {
    const { image } = seen(Buffer.from(bytes), photo.content_type)
    await store.keep(key, image.bytes, photo.content_type)
    outcome = { ...kept, status: 'ready', ...measures(image) }
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Invalid)) throw error
    outcome = {
      ...photo,
      status: 'refused',
      reason: error instanceof Invalid ? (error.faults[0]?.msg ?? '') : error.message,
    }
  }
  await ctx.settle(async () => {
    const [current, { shipment }] = await Promise.all([
      table.find(photos, ref),
      followWithShipment(table, pointer),
    ])
    if (current?.status !== 'pending') return { writes: [], result: undefined }
    const by = { ...ctx, actor: { ...actor, user_id: photo.uploaded_by } }
    const told = happening(by, shipment, 'PHOTO_ADDED', { package_id: ref.package_id })
    const event = outcome.status === 'ready' ? [table.create(events, told)] : []
    return { writes: [table.put(photos, outcome), ...event], result: undefined }
  })
  await store.discard(key)
  return outcome.status
}

/** A package's photos, newest first. Throws "Package not found". */
export async function listPhotos(ctx: TenantContext, store: PhotoStore, packageId: string) {
  const { table, actor } = ctx
  const { record, bag } = await followPointer(table, await table.get(packagePointers, { id: packageId }))
  expectOwn(actor, packages.noun, bag)
  const found = await table.gather(photos, photosOf(record.id))
  const newestFirst = found.toSorted((a, b) => b.uploaded_at.localeCompare(a.uploaded_at))
  return Promise.all(newestFirst.map(shown(actor.tenant_id, store)))
}

/** The package that a photo is added to. */
async function packageFor({ table }: TenantContext, id: string) {
  const pointer = await table.get(packagePointers, { id })
  const [parcel, there] = await Promise.all([
    followWithShipment(table, pointer),
    table.count({ partition: photosOf(pointer.id).partition }, mostPhotos + 1),
  ])
  // The pointer stands there too, and is counted.
  if (there > mostPhotos) throw conflict(`A package has at most ${mostPhotos} photos`)
  return parcel
}

/** What these bytes are, and nothing but the image in them. */
function seen(bytes: Buffer, declared: string | undefined): { type: ImageType; image: Image } {
  const type = typeOf(bytes)
  const said = declared?.toLowerCase().replace('image/jpg', 'image/jpeg')
  if (!type) throw new Refusal('unsupported_media_type', `The file is no ${imageTypes.join(', ')}`)
  if (said !== undefined && said !== type)
    throw new Refusal('unsupported_media_type', `The file is said to be ${said}, and is ${type}`)
  try {
    return { type, image: cleaned(type, bytes) }
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    throw new Invalid({
      loc: ['body', 'file'],
      msg: `The image is broken: ${error.message}`,
      type: 'value_error',
    })
  }
}

const measures = ({ bytes, width, height }: Image) => ({ size: bytes.length, width, height })

const shown = (tenantId: string, store: PhotoStore) => async (photo: PhotoRecord) => {
  const { id, shipment_id: _shipment, uploaded_by: _user, expires_at: _until, ...rest } = photo
  const photo_url = photo.status === 'ready' ? await store.address(photoKey(tenantId, photo)) : null
  return { ...rest, photo_id: id, photo_url }
}

/** A UUID made of names (RFC 9562 §5.5). */
const idOf = (requestId: string, bytes: Buffer) => v5(bytes, requestId)
