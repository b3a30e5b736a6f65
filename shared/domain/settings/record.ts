import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import {
  Country,
  eachOptional,
  emailOrNone,
  Id,
  optional,
  shownAddress,
  text,
  Timestamp,
} from '../kernel/fields.ts'
import { Instant } from '../kernel/instant.ts'
import { managerRoles, type Role } from '../kernel/roles.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { requirable } from './requirable.ts'
import { shipmentStatuses } from '../shipments/status.ts'

/** Descriptions of fields that several schemas share. */
export const settingsTexts = {
  require: {
    description:
      'The proofs without which no parcel becomes DELIVERED: a code that the recipient gets by e-mail, a signature, a photo. Empty: none is needed',
    examples: [['code', 'signature']],
  },
  phone: { description: 'The phone number, in any form; may be empty', examples: ['+995322000000'] },
  email: { description: 'The e-mail address; may be empty', examples: ['hello@swift.example'] },
  website: {
    description: 'The address of a page, http or https; may be empty',
    examples: ['https://swift.example/'],
  },
  passportMonths: {
    description:
      'The months after which the passport number of a courier is removed: after their last flight, or after it was entered if that was later. From 1 to 120; 12 at first',
    examples: [12],
  },
  idleMinutes: {
    description:
      'The minutes after which a user is signed out who does nothing: the console ends the session then, and a session that was not used so long is not continued. 0 for never, or from 15 to 1440; 0 at first',
    examples: [60],
  },
  handover: { description: 'What a hand-over to a recipient needs' },
  notices: { description: 'Which e-mails about shipments are sent' },
  warehouses: { description: 'Which warehouses operations may name' },
  secondFactor: { description: 'Whose sign-ins need a second factor' },
  requiredOf: {
    description:
      'Of whom a second factor is required: `none`, `managers` (administrators too), or `all` users. `none` at first',
    examples: ['managers'],
  },
  requiredFrom: {
    description:
      'From when: users without one then add it when they sign in. Null in a change: from then on; null in a response: none is required',
    examples: ['2026-12-15T08:00:00.000Z'],
  },
}

/** By its name in the IANA database. */
const timeZone = z.string().max(50).refine(isTimeZone, 'A time zone of the IANA database, such as Asia/Tbilisi')

/** The kinds of proof that a recipient has received a parcel. */
export const proofs = ['code', 'signature', 'photo'] as const
export type Proof = (typeof proofs)[number]

/** Proofs, each once, in one order. */
const required = z
  .array(z.enum(proofs))
  .max(proofs.length)
  .overwrite((given) => proofs.filter((one) => given.includes(one)))

/** The proofs that a company requires of its hand-overs; none by default. */
const HandoverSettings = lazySchema(() =>
  z.object({ require: required.meta(settingsTexts.require) }).meta({ id: 'HandoverSettings' }),
)

/** Which notices are sent; without `enabled` none. `statuses`: at which ones the recipient gets one besides the usual. */
const notices = () => ({
  enabled: z.boolean().meta({ description: 'Whether any are sent; true at first', examples: [true] }),
  statuses: z
    .array(z.enum(shipmentStatuses))
    .max(shipmentStatuses.length)
    .overwrite((given) => shipmentStatuses.filter((one) => given.includes(one)))
    .meta({
      description:
        'At which statuses the recipient gets one, besides READY_FOR_PICKUP and DELIVERED. Empty at first',
      examples: [['IN_TRANSIT']],
    }),
})
const NoticeSettings = lazySchema(() => z.object(notices()).meta({ id: 'NoticeSettings' }))
export type NoticeSettings = z.output<typeof NoticeSettings>

/** Which warehouses operations may name; by default also an unused UUID, which becomes one at its first use. */
const warehouses = () => ({
  registered_only: z.boolean().meta({
    description:
      'Whether an operation may only name a warehouse that was created before; without, an unused UUID becomes a warehouse at its first use. False at first',
    examples: [true],
  }),
})
const WarehouseSettings = lazySchema(() => z.object(warehouses()).meta({ id: 'WarehouseSettings' }))

const Requirable = lazySchema(() => z.enum(requirable).meta({ id: 'SecondFactorRequirement' }))
const SecondFactorSettings = lazySchema(() =>
  z
    .object({
      required_of: Requirable.meta(settingsTexts.requiredOf),
      from: Timestamp.nullable().meta(settingsTexts.requiredFrom),
    })
    .meta({ id: 'SecondFactorSettings' }),
)

/** How recipients reach the company, which the tracking page shows; a text is empty if it is not set. */
const contact = () => ({
  phone: text(50).meta(settingsTexts.phone),
  email: emailOrNone.meta(settingsTexts.email),
  website: websiteOrNone.meta(settingsTexts.website),
})
export const ContactSettings = lazySchema(() =>
  z
    .object({
      phone: z.string().meta(settingsTexts.phone),
      email: shownAddress.meta(settingsTexts.email),
      website: z.string().meta(settingsTexts.website),
      website_verified: z
        .boolean()
        .default(false)
        .meta({
          description:
            'Whether recipients see the website: when it was saved, a manager had verified an e-mail address at its domain',
          examples: [true],
        }),
    })
    .meta({ id: 'ContactSettings' }),
)
/** A page, or "" if there is none. Of no other scheme, since readers click on it. */
const websiteOrNone = lazySchema(() =>
  z
    .url({ protocol: /^https?$/, normalize: true, error: 'A web address that begins with https:// or http://' })
    .max(200)
    .or(z.literal('')),
)

/** The settings of a company. */
export const Settings = lazySchema(() =>
  z
    .object({
      handover: HandoverSettings.meta(settingsTexts.handover),
      notices: NoticeSettings.meta(settingsTexts.notices),
      contact: ContactSettings.meta({
        description: 'How recipients reach the company; the tracking page shows it',
      }),
      warehouses: WarehouseSettings.meta(settingsTexts.warehouses),
      second_factor: SecondFactorSettings.meta(settingsTexts.secondFactor),
      /** The country of phone numbers that are written without one. */
      country: z
        .string()
        .nullable()
        .meta({
          description:
            'The country of the company, of which phone numbers are that are written without a calling code; null if it is not set',
          examples: ['GE'],
        }),
      time_zone: z
        .string()
        .nullable()
        .meta({
          description:
            'The time zone of the company, by its name in the IANA database: its days in filters, and times in documents, are of this zone. Null if it is not set, which is UTC',
          examples: ['Asia/Tbilisi'],
        }),
      passport_retention_months: z.int().meta(settingsTexts.passportMonths),
      idle_sign_out_minutes: z.int().meta(settingsTexts.idleMinutes),
      updated_at: Timestamp.nullable().meta({
        description: 'When a setting was last changed, or null',
        examples: ['2026-11-23T08:00:00.000Z'],
      }),
      updated_by: Id.nullable().meta({
        description: 'The user who last changed a setting, or null',
        examples: [exampleIds.user],
      }),
    })
    .meta({ id: 'Settings' }),
)

/** Shorter than an access token lasts, it could not be kept. */
const shortestIdle = 15
const idleMinutes = z
  .int()
  .min(0)
  .max(1440)
  .refine((minutes) => minutes === 0 || minutes >= shortestIdle, `0, or ${shortestIdle} or more`)

export const SettingsChange = lazySchema(() =>
  z
    .object({
      handover: optional(
        eachOptional({ require: required.meta(settingsTexts.require) }).meta({ id: 'HandoverSettingsChange' }),
      ).meta(settingsTexts.handover),
      notices: optional(eachOptional(notices()).meta({ id: 'NoticeSettingsChange' })).meta(
        settingsTexts.notices,
      ),
      contact: optional(eachOptional(contact()).meta({ id: 'ContactSettingsChange' })).meta({
        description: 'How recipients reach the company; the tracking page shows it. An empty text removes one',
      }),
      warehouses: optional(eachOptional(warehouses()).meta({ id: 'WarehouseSettingsChange' })).meta(
        settingsTexts.warehouses,
      ),
      second_factor: optional(
        z
          .object({
            required_of: optional(Requirable).meta(settingsTexts.requiredOf),
            from: Instant.nullish().meta(settingsTexts.requiredFrom),
          })
          .meta({ id: 'SecondFactorSettingsChange' }),
      ).meta(settingsTexts.secondFactor),
      country: Country.nullish().meta({
        description: 'A code of two letters (ISO 3166-1); null removes it',
        examples: ['GE'],
      }),
      time_zone: timeZone.nullish().meta({
        description: 'A time zone by its name in the IANA database; null removes it',
        examples: ['Asia/Tbilisi'],
      }),
      passport_retention_months: optional(z.int().min(1).max(120)).meta(settingsTexts.passportMonths),
      idle_sign_out_minutes: optional(idleMinutes).meta(settingsTexts.idleMinutes),
    })
    .meta({
      id: 'SettingsChange',
      examples: [
        {
          handover: { require: ['code', 'signature'] },
          notices: { enabled: true, statuses: ['IN_TRANSIT'] },
          contact: { phone: '+995322000000', email: 'hello@swift.example', website: 'https://swift.example' },
          warehouses: { registered_only: true },
          country: 'GE',
          time_zone: 'Asia/Tbilisi',
          passport_retention_months: 6,
          idle_sign_out_minutes: 60,
        },
      ],
    }),
)

const usualNotices: NoticeSettings = { enabled: true, statuses: [] }

const noContact = { phone: '', email: '', website: '', website_verified: false }

const anyWarehouse = { registered_only: false }

/** No second factor is required. */
export const noFactor = { required_of: 'none', from: null } as const

const usualMonths = 12

const SettingsRecord = lazySchema(() =>
  Settings.unwrap().extend({
    notices: NoticeSettings.default(usualNotices),
    contact: ContactSettings.unwrap().extend({ email: z.string() }).default(noContact),
    warehouses: WarehouseSettings.default(anyWarehouse),
    second_factor: SecondFactorSettings.default(noFactor),
    country: z.string().nullable().default(null),
    time_zone: z.string().nullable().default(null),
    passport_retention_months: z.int().default(usualMonths),
    idle_sign_out_minutes: z.int().default(0),
    version: z.int(),
  }),
)
export type SettingsRecord = z.output<typeof SettingsRecord>

/** A tenant has one record, from the first change on. */
export const settings = entity({
  noun: 'Settings',
  schema: SettingsRecord,
  ref: lazySchema(() => z.looseObject({})),
  fields: {
    personal: ['contact'],
    internal: ['updated_at', 'updated_by', 'version'],
    plain: [
      'handover',
      'notices',
      'warehouses',
      'second_factor',
      'country',
      'time_zone',
      'passport_retention_months',
      'idle_sign_out_minutes',
    ],
  },
  audited: 'settings',
  place: { partition: 'SETTINGS' },
  key: () => ({ pk: 'SETTINGS', sk: 'SETTINGS' }),
})

/** The settings of a company that has changed none. */
export const initialSettings: SettingsRecord = {
  handover: { require: [] },
  notices: usualNotices,
  contact: noContact,
  warehouses: anyWarehouse,
  second_factor: noFactor,
  country: null,
  time_zone: null,
  passport_retention_months: usualMonths,
  idle_sign_out_minutes: 0,
  updated_at: null,
  updated_by: null,
  version: 1,
}

/** From when a second factor is required of users with a role; undefined if it is not. */
export function factorRequiredFrom(
  { second_factor: { required_of, from } }: SettingsRecord,
  role: Role,
): string | undefined {
  const isConcerned = required_of === 'all' || (required_of === 'managers' && managerRoles.includes(role))
  return isConcerned && from !== null ? from : undefined
}

/** Whether a second factor is required of users with a role by now. */
export function isFactorRequired(company: SettingsRecord, role: Role, now: Date): boolean {
  const from = factorRequiredFrom(company, role)
  return from !== undefined && from <= now.toISOString()
}
