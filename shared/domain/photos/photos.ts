import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import type * as z from 'zod'
import { below, exists } from '../../db/conditions.ts'
import type { Write } from '../../db/requests.ts'
import type { Plan } from '../../db/commit.ts'
import { epochSeconds } from '../../db/entity.ts'
import type { TenantTable } from '../../db/table.ts'
import { ValidationError, Refusal } from '../../core/errors.ts'
import { refused } from './refusals.ts'
import { BadImage, type Image } from '../../images/bad-image.ts'
import { cleaned, imageTypes, typeOf, type ImageType } from '../../images/image.ts'
import type { TenantContext } from '../kernel/context.ts'
import { events, timelineEvent } from '../timeline/timeline-events.ts'
import { Id } from '../kernel/fields.ts'
import { expectOwn } from '../kernel/ownership.ts'
import { packagePointers, packages, type Pointer } from '../packages/record.ts'
import { followPointer, followWithShipment, pointerTo } from '../packages/with-bag.ts'
import { maxPhotos, photoKey, photos, photosOf, tallies, type Photo, type PhotoRecord } from './record.ts'
import type { PhotoStore } from './store.ts'

export const tooManyPhotos = () => refused.package_has_most_photos({ max: maxPhotos })

/**
 * Adds a photo without its metadata. Throws "Package not found", a conflict if the package has too many photos,
 * unsupported_media_type for anything but an image of the declared type, and ValidationError for a damaged one.
 */
export async function addPhoto(
  ctx: TenantContext,
  store: PhotoStore,
  packageId: string,
  { bytes, declared }: { bytes: Buffer; declared: string | undefined },
): Promise<Plan<z.input<typeof Photo>>> {
  const { table, actor, requestId, now } = ctx
  const { type, image } = checkImage(bytes, declared)
  const package_id = Id.safeParse(packageId).data ?? (await pointerTo(table, packageId)).id
  // The same for a repetition, and another for a different photo under the same Idempotency-Key.
  const named = { package_id, id: idOf(requestId(), image.bytes), digest: digestOf(image.bytes) }
  const key = photoKey(actor.tenant_id, named)
  try {
    const pointer = await table.get(packagePointers, { id: package_id })
    const [{ shipment }, counted] = await Promise.all([
      followWithShipment(table, pointer),
      countPhoto(table, pointer),
    ])
    if (!counted) throw tooManyPhotos()
    const photo: PhotoRecord = {
      ...named,
      shipment_id: shipment.id,
      status: 'ready',
      content_type: type,
      uploaded_at: now.toISOString(),
      uploaded_by: actor.user_id,
      reason: null,
      ...measures(image),
    }
    // Stored before the record, so that listed photos exist.
    await store.keep(key, image.bytes, type)
    const event = timelineEvent(ctx, shipment, 'PHOTO_ADDED', { package_id })
    const writes = [table.create(photos, photo), ...counted, table.create(events, event)]
    return { writes, result: await toPhotoResponse(actor.tenant_id, store)(photo) }
  } catch (error) {
    // An earlier attempt may have stored it before the package was deleted or full.
    if (error instanceof Refusal && !(await table.find(photos, named))) await store.forget(key)
    throw error
  }
}

/** The writes that count one more photo of an existing package; undefined at the limit. */
export async function countPhoto(
  table: TenantTable,
  { shipment_id, id }: Pointer,
): Promise<Write[] | undefined> {
  const ref = { package_id: id }
  const tally = await table.find(tallies, ref)
  if (tally && tally.photos >= maxPhotos) return undefined
  return [
    table.conditionCheck(packages, { shipment_id, id }, exists('pk')),
    tally
      ? table.patchUnread(tallies, ref, { add: { photos: 1 } }, { when: below('photos', maxPhotos) })
      : table.create(tallies, { ...ref, photos: 1, version: 1 }),
  ]
}

/** A package's photos, newest first. Throws "Package not found". */
export async function listPhotos(ctx: TenantContext, store: PhotoStore, packageId: string) {
  const { table, actor, now } = ctx
  const { record, bag } = await followPointer(table, await pointerTo(table, packageId))
  expectOwn(actor, packages.noun, bag)
  const found = await table.listAll(photos, { ...photosOf(record.id), skipUnreadable: true })
  const current = found.filter((photo) => isCurrent(photo, now))
  const newestFirst = current.toSorted((a, b) => b.uploaded_at.localeCompare(a.uploaded_at))
  return Promise.all(newestFirst.map(toPhotoResponse(actor.tenant_id, store)))
}

/** The cleaned image and its type. */
export function checkImage(bytes: Buffer, declared: string | undefined): { type: ImageType; image: Image } {
  const type = typeOf(bytes)
  const said = declared?.toLowerCase().replace('image/jpg', 'image/jpeg')
  if (!type) throw refused.file_not_image({ types: imageTypes.join(', ') })
  if (said !== undefined && said !== type) throw refused.file_of_other_type({ declared: said, type })
  try {
    return { type, image: cleaned(type, bytes) }
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    throw new ValidationError({
      loc: ['body', 'file'],
      msg: `The image is broken: ${error.message}`,
      type: 'value_error',
    })
  }
}

/** DynamoDB deletes expired items within days. */
const isCurrent = ({ expires_at }: PhotoRecord, now: Date) =>
  expires_at === undefined || expires_at > epochSeconds(now)

export const measures = ({ bytes, width, height }: Image) => ({ size: bytes.length, width, height })

/** Creates photo responses, with addresses that are valid for a minute. */
export const toPhotoResponse = (tenantId: string, store: PhotoStore) => async (photo: PhotoRecord) => {
  const { id, shipment_id: _shipment, uploaded_by: _user, expires_at: _until, digest: _digest, ...rest } = photo
  const photo_url = photo.status === 'ready' ? await store.address(photoKey(tenantId, photo)) : null
  return { ...rest, photo_id: id, photo_url }
}

export const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A name-based UUID (RFC 9562 §5.5). */
const idOf = (requestId: string, bytes: Buffer) => v5(bytes, requestId)
