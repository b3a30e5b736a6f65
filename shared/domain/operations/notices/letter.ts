import { publicUrlOf } from '../../../config/function-settings.ts'
import { sealer } from '../../../core/seal.ts'
import type { Block } from '../../../mail/html.ts'
import { onOneLine, partsOf } from '../../../mail/letter.ts'
import type { Email } from '../../../mail/emails.ts'
import type { TenantWork } from '../../kernel/context.ts'
import { addressOf } from '../../notices/policy.ts'
import { tenantTag } from '../../notices/feedback.ts'
import type { NoticeRecord } from '../../notices/record.ts'
import { addressDigest } from '../../notices/suppression.ts'
import { sealToken } from '../../notices/token.ts'
import { packages, packagesOf } from '../../packages/record.ts'
import type { ShipmentRecord } from '../../shipments/record.ts'
import { pickupPlaces, type PickupPlace } from '../../tracking/pickup.ts'
import { tenants } from '../../users/record.ts'
import { stopPage } from './stop.ts'
import { noticeWords } from './words.ts'

/**
 * The e-mail of a notice, in its language: what happened, where the parcel waits, and links to follow it and to
 * stop notices (RFC 8058). Names are of the company's own choice, so they are not in the subject.
 */
export async function composeNotice(
  ctx: TenantWork,
  { status, party, language }: Pick<NoticeRecord, 'status' | 'party' | 'language'>,
  shipment: ShipmentRecord,
): Promise<Email> {
  const { tracking_id } = shipment
  const words = noticeWords[language]
  const [company, places, { seal, open }] = await Promise.all([
    ctx.table.find(tenants, { id: shipment.tenant_id }),
    status === 'READY_FOR_PICKUP' ? placesOf(ctx, shipment) : [],
    ctx.secret('sealing', sealer),
  ])
  const to = addressOf(shipment, party)
  const token = sealToken({ seal, open }, shipment.tenant_id, { address: addressDigest(to), tracking_id })
  const url = publicUrlOf(ctx.settings)
  const [title, sentence] = words.statuses[status]
  const line = (name: string, value: string) => ({ text: `${name}: ${onOneLine(value)}` })
  const lead = party === 'sender' && status === 'DELIVERED' ? words.handedOver : sentence
  const blocks: Block[] = [
    { text: lead },
    ...places.flatMap((place) => placeBlocks(words, place)),
    line(words.ask, tracking_id),
    ...(company ? [line(words.company, company.name)] : []),
    { link: `${url}/track/${tracking_id}?lang=${language}`, label: words.follow },
    { small: words.why },
    { small: words.stop, link: stopPage(url, tracking_id, token, language) },
  ]
  return {
    to,
    ...partsOf({
      ...{ language, direction: words.direction, blocks },
      ...{ subject: `${title}: ${tracking_id}`, preview: lead },
    }),
    headers: {
      'List-Unsubscribe': `<${url}/api/v1/notices/${token}/stop>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    tags: { [tenantTag]: shipment.tenant_id },
  }
}

const placesOf = async ({ table }: TenantWork, { id }: ShipmentRecord) =>
  pickupPlaces(table, await table.listAll(packages, packagesOf(id)))

/** Where a parcel waits; what is unknown is left out. */
function placeBlocks(
  words: { pickup: string; hours: string; phone: string },
  { name, address, city, hours, phone }: PickupPlace,
): Block[] {
  const where = [name, address, city].filter((text) => text !== '').join(', ')
  const lines = { [words.pickup]: where, [words.hours]: hours, [words.phone]: phone }
  return Object.entries(lines).flatMap(([term, value]) =>
    value === '' ? [] : [{ text: `${term}: ${onOneLine(value)}` }],
  )
}
