import * as z from 'zod'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { entity, expiryAfter } from '../../db/entity.ts'
import { Id, Timestamp, UpdatedAt, idOf } from '../kernel/fields.ts'
import { languages } from '../kernel/languages.ts'
import { suppressionReasons } from './suppression.ts'
import { shipmentStatuses } from '../shipments/status.ts'

/** Who gets notices of a shipment. */
export const parties = ['recipient', 'sender'] as const
export type Party = (typeof parties)[number]

export const noticeStates = ['PENDING', 'SENT', 'REJECTED', 'SUPPRESSED', 'OUTDATED'] as const
export type NoticeState = (typeof noticeStates)[number]

/** Why a notice is SUPPRESSED: the reasons of its address, and of what a company may send. */
export const withheldReasons = [
  ...suppressionReasons,
  'company_not_verified',
  'company_limit',
  'address_limit',
] as const
export type WithheldReason = (typeof withheldReasons)[number]

/** A status as a notice names it: a shipment that was cancelled before it left is RETURNED. */
const noticeStatuses = [...shipmentStatuses, 'CANCELLED'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]

/** A notice as clients read it; it holds no address. */
export const Notice = lazySchema(() =>
  z
    .object({
      id: Id.meta({ description: 'The notice’s id', examples: ['0192f3a4-17c8-7abc-8def-0123456789ab'] }),
      shipment_id: idOf('shipment'),
      status: z
        .enum(shipmentStatuses)
        .meta({ description: 'The shipment’s status that it is about', examples: ['READY_FOR_PICKUP'] }),
      cancelled: z
        .boolean()
        .default(false)
        .meta({
          description: 'Whether the shipment was cancelled before it left, so that it is RETURNED',
          examples: [false],
        }),
      corrects: z
        .enum(noticeStatuses)
        .nullable()
        .default(null)
        .meta({
          description:
            'The status that an earlier notice named and that no longer holds, which this one says; else null',
          examples: [null],
        }),
      party: z.enum(parties).meta({ description: 'The party that it goes to', examples: ['recipient'] }),
      state: z.enum(noticeStates).meta({ description: 'The outcome', examples: ['SENT'] }),
      reason: z
        .enum(withheldReasons)
        .nullable()
        .default(null)
        .meta({
          description:
            'Why it is SUPPRESSED; else null. company_not_verified: no manager has verified their address; company_limit, address_limit: the letters of the day are used up',
          examples: [null],
        }),
      language: z.enum(languages).meta({ description: 'Its language', examples: ['ka'] }),
      resent: z.boolean().meta({ description: 'Whether staff sent it again', examples: [false] }),
      created_at: Timestamp.meta({
        description: 'When its cause happened',
        examples: ['2026-11-23T09:30:00.000Z'],
      }),
      updated_at: UpdatedAt,
    })
    .meta({ id: 'Notice' }),
)

const NoticeRecord = lazySchema(() => Notice.unwrap().extend({ version: z.int() }))
export type NoticeRecord = z.output<typeof NoticeRecord>

/** How long the record of a notice is kept, in days. */
const keptDays = 90

/** The prefix of the sort keys of notices, by which the table's stream leads to them. */
export const noticePrefix = 'NOTICE#'

/** An e-mail about a shipment. The stream sends it, so it is written in the transaction of its cause. */
export const notices = entity({
  noun: 'Notice',
  schema: NoticeRecord,
  ref: pick(NoticeRecord, 'shipment_id', 'id'),
  fields: {
    internal: ['version', 'updated_at'],
    plain: [
      'id',
      'shipment_id',
      'status',
      'cancelled',
      'corrects',
      'party',
      'state',
      'reason',
      'language',
      'resent',
      'created_at',
    ],
  },
  key: ({ shipment_id, id }) => ({ pk: noticesOf(shipment_id).partition, sk: `${noticePrefix}${id}` }),
  expires: ({ created_at }) => expiryAfter(keptDays, new Date(created_at)),
})

/** The status that a notice names. */
export const statusOf = ({ status, cancelled }: Pick<NoticeRecord, 'status' | 'cancelled'>): NoticeStatus =>
  cancelled ? 'CANCELLED' : status

/** The query for a shipment's notices. */
export const noticesOf = (shipment_id: string) => ({ partition: `NOTICES#${shipment_id}` })

/** Reads a notice from an item of the stream. Throws a ZodError for an invalid one. */
export const parseNotice = (item: unknown): NoticeRecord => NoticeRecord.parse(item)
