import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { commonTexts } from '../kernel/field-texts.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, Id, optional, storedText, text, CreatedAt, TenantId, idOf } from '../kernel/fields.ts'

/** Descriptions of fields that several schemas share. */
export const noShowTexts = {
  cause: { description: 'Why the courier did not show up' },
}

export const noShowCauses = [
  'MISSED_FLIGHT',
  'LATE_CANCELLATION',
  'DOCUMENT_PROBLEM',
  'ILLNESS',
  'EMERGENCY',
  'AIRLINE_REFUSED_BAGGAGE',
  'UNREACHABLE',
  'OTHER',
] as const
export const NoShowCause = z.enum(noShowCauses)
const note = text(1000)

/** A no-show of a courier. `recorded_by` is null if the service detected it. */
export const NoShow = lazySchema(() =>
  z
    .object({
      id: idOf('noShow'),
      tenant_id: TenantId,
      courier_id: idOf('courier'),
      flight_id: idOf('flight').nullable(),
      cause: NoShowCause.meta(noShowTexts.cause),
      note: storedText.meta(commonTexts.note),
      recorded_by: Id.nullable().meta({ description: 'The user who recorded it', examples: [exampleIds.user] }),
      created_at: CreatedAt,
    })
    .meta({ id: 'NoShow' }),
)

export const NewNoShow = lazySchema(() =>
  z
    .object({
      flight_id: optional(idOf('flight')),
      cause: NoShowCause.meta(noShowTexts.cause),
      note: defaulted(note, '').meta(commonTexts.note),
    })
    .meta({
      id: 'NewNoShow',
      examples: [
        { flight_id: '018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12', cause: 'ILLNESS', note: 'Called in the morning' },
      ],
    }),
)

/** `occasion` is the flight, or without one the no-show's own id: one no-show per courier and flight. */
const NoShowRecord = lazySchema(() => NoShow.unwrap().extend({ occasion: Id }))
export type NoShowRecord = z.output<typeof NoShowRecord>

export const noShows = entity({
  noun: 'No-show',
  schema: NoShowRecord,
  ref: pick(NoShowRecord, 'courier_id', 'occasion'),
  fields: {
    personal: ['note'],
    internal: ['tenant_id', 'created_at', 'occasion'],
    plain: ['id', 'courier_id', 'flight_id', 'cause', 'recorded_by'],
  },
  audited: 'no_show',
  place: { within: { index: 'gsi1', partition: 'COURIER' }, from: 'NOSHOW#' },
  key: ({ courier_id, occasion }) => ({ pk: `COURIER#${courier_id}`, sk: `NOSHOW#${occasion}` }),
  index: ({ id, courier_id, created_at }) => ({
    gsi2: { pk: `NOSHOW#${courier_id}`, sk: `${created_at}#${id}` },
  }),
})
