import { publicUrlOf } from '../../config/function-settings.ts'
import { sealer } from '../../core/seal.ts'
import type { Block, Fact } from '../../mail/blocks.ts'
import { inertText, onOneLine, partsOf } from '../../mail/letter.ts'
import type { Email } from '../../mail/emails.ts'
import type { TenantWork } from '../kernel/context.ts'
import { addressOf } from './policy.ts'
import { addressLines } from '../tracking/address-lines.ts'
import { tenantTag } from './feedback.ts'
import type { NoticeRecord, NoticeStatus } from './record.ts'
import { addressDigest } from './suppression.ts'
import { sealToken } from './token.ts'
import { packages, packagesOf } from '../packages/record.ts'
import type { ShipmentRecord } from '../shipments/record.ts'
import { isFinal, shipmentStatuses, total, type ShipmentStatus } from '../shipments/status.ts'
import { events, newestEvents } from '../timeline/timeline-events.ts'
import {
  counterOf,
  nameOf,
  pickupPlaces,
  waitingAt,
  warehousesWith,
  type PickupPlace,
} from '../tracking/pickup.ts'
import { tenants } from '../users/record.ts'
import { shipmentTones } from '../messages/tones.ts'
import type { ParcelMessages } from '../messages/types.ts'
import { stopPage } from './stop.ts'
import { noticeMessages } from './messages.ts'

/** Of a notice, for its e-mail. */
type Composed = Pick<NoticeRecord, 'status' | 'party' | 'language'> & { corrects?: NoticeStatus | null }

/**
 * The e-mail of a notice, in its language: the status, where the parcel waits, and links to follow it and to
 * stop notices (RFC 8058). Names are of the company's own choice, so they are not in the subject.
 */
export async function composeNotice(
  ctx: TenantWork,
  { status, party, language, corrects = null }: Composed,
  shipment: ShipmentRecord,
): Promise<Email> {
  const { tracking_id, counts } = shipment
  const messages = noticeMessages[language]
  const [company, places, counter, { seal, open }] = await Promise.all([
    ctx.table.find(tenants, { id: shipment.tenant_id }),
    status === 'READY_FOR_PICKUP' && party === 'recipient' ? placesOf(ctx, shipment) : [],
    status === 'RECEIVED' ? counterNameOf(ctx, shipment) : undefined,
    ctx.secret('sealing', sealer),
  ])
  const to = addressOf(shipment, party)
  const token = sealToken({ seal, open }, shipment.tenant_id, { address: addressDigest(to), tracking_id })
  const url = publicUrlOf(ctx.settings)
  const isCancelled = status === 'RETURNED' && shipment.cancelled_at !== undefined
  // The package of a bag that has left was packed too, if the notice is sent again.
  const isPacked = status === 'IN_TRANSIT' && (counts.ASSIGNED_TO_BAG ?? 0) > 0
  const special = isCancelled ? messages.cancelled : isPacked ? messages.packed : undefined
  const [title, sentence] =
    special ?? (counter === undefined ? messages.statuses[status] : messages.counter(inertText(counter)))
  const now = party === 'sender' && status === 'DELIVERED' ? messages.handedOver : sentence
  // A sender has nothing to collect: of a status that is not for them, only that the former one is no longer so.
  const isForOther = party === 'sender' && status !== 'DELIVERED'
  const correction = corrects === null ? '' : messages.corrected(formerTitle(messages, corrects))
  const lead = [correction, correction !== '' && isForOther ? '' : now].filter(Boolean).join(' ')
  const isPartly = total(counts) > 1 && (!isFinal(status) || (counts.LOST ?? 0) > 0)
  const name = inertText(company?.name ?? '')
  const facts: Fact[] = [
    ...places.flatMap((place) => placeFacts(messages, place)),
    [messages.ask, tracking_id, 'id'],
    [messages.from, shipment.origin_place],
    [messages.to, shipment.destination_place],
    // The header of the HTML part names the company.
    [messages.company, name, 'text'],
  ]
  const blocks: Block[] = [
    { text: isPartly ? `${lead} ${messages.partly}` : lead },
    {
      facts: facts
        .map(([term, value, kind]): Fact => [
          term,
          // Digits of a tracking number may look like a phone number.
          kind === 'phone' || kind === 'id' ? onOneLine(value) : inertText(value),
          kind,
        ])
        .filter(([, value]) => value !== ''),
    },
    { link: `${url}/track/${tracking_id}?lang=${language}`, label: messages.follow },
    { small: messages.why },
    { small: messages.stop, link: stopPage(url, tracking_id, token, language) },
  ]
  return {
    to,
    ...partsOf({
      language,
      direction: messages.direction,
      company: name,
      headline: title,
      blocks,
      subject: `${title}: ${tracking_id}`,
      preview: lead,
      progress: progressOf(status),
    }),
    headers: {
      'List-Unsubscribe': `<${url}/api/v1/notices/${token}/stop>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    tags: { [tenantTag]: shipment.tenant_id },
  }
}

/** The title of an earlier notice. A shipment that is no longer on its way had been packed. */
function formerTitle({ statuses, cancelled, packed }: ParcelMessages, status: NoticeStatus): string {
  if (status === 'CANCELLED') return cancelled[0]
  return status === 'IN_TRANSIT' ? packed[0] : statuses[status][0]
}

/** A shipment's way; a return ends it too. */
const progressOf = (status: ShipmentStatus) => {
  const steps = shipmentStatuses.indexOf('RETURNED')
  const done = Math.min(shipmentStatuses.indexOf(status) + 1, steps)
  return { done, steps, colour: shipmentTones[status] }
}

const placesOf = async ({ table }: TenantWork, { id }: ShipmentRecord) =>
  pickupPlaces(await warehousesWith(table, waitingAt(await table.listAll(packages, packagesOf(id)))))

/** The name of the warehouse that took a parcel in; undefined if none did. */
async function counterNameOf({ table }: TenantWork, { id }: ShipmentRecord): Promise<string | undefined> {
  const counter = counterOf(await table.listAll(events, newestEvents(id)))
  return counter === undefined ? undefined : nameOf((await warehousesWith(table, [counter]))[0])
}

/** Where a parcel waits. */
function placeFacts(
  messages: { pickup: string; hours: string; phone: string },
  { name, address, city, hours, phone }: PickupPlace,
): Fact[] {
  const where = [name, ...addressLines({ address, city })].join(', ')
  return [
    [messages.pickup, where],
    [messages.hours, hours],
    [messages.phone, phone, 'phone'],
  ]
}
