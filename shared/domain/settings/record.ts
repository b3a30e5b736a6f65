import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { Country, eachOptional, emailOrNone, Id, optional, Timestamp, trimmed } from '../kernel/fields.ts'
import { shipmentStatuses } from '../shipments/status.ts'

/** What can prove that a recipient has got a parcel. */
export const proofs = ['code', 'signature', 'photo'] as const
export type Proof = (typeof proofs)[number]

/** Proofs, each once, in one order. */
const required = z
  .array(z.enum(proofs))
  .max(proofs.length)
  .overwrite((given) => proofs.filter((one) => given.includes(one)))

/** What a company's hand-overs need; nothing until it says so. */
const HandoverSettings = lazySchema(() => z.object({ require: required }).meta({ id: 'HandoverSettings' }))

/** Which notices are sent; without `enabled` none. `statuses`: at which ones the recipient gets one besides the usual. */
const notices = () => ({
  enabled: z.boolean(),
  statuses: z
    .array(z.enum(shipmentStatuses))
    .max(shipmentStatuses.length)
    .overwrite((given) => shipmentStatuses.filter((one) => given.includes(one))),
})
const NoticeSettings = lazySchema(() => z.object(notices()).meta({ id: 'NoticeSettings' }))
export type NoticeSettings = z.output<typeof NoticeSettings>

/** How recipients reach the company, which the tracking page shows; a text is empty if it is not set. */
const contact = () => ({ phone: trimmed(50), email: emailOrNone, website: websiteOrNone })
export const ContactSettings = lazySchema(() =>
  z.object({ phone: z.string(), email: z.string(), website: z.string() }).meta({ id: 'ContactSettings' }),
)
/** A page, or "" if there is none. Of no other scheme, since readers click on it. */
const websiteOrNone = /* @__PURE__ */ lazySchema(() =>
  z
    .url({ protocol: /^https?$/, normalize: true, error: 'A web address that begins with https:// or http://' })
    .max(200)
    .or(z.literal('')),
)

/** The settings of a company. */
export const Settings = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      handover: HandoverSettings,
      notices: NoticeSettings,
      contact: ContactSettings,
      /** The country of phone numbers that are written without one. */
      country: z.string().nullable(),
      updated_at: Timestamp.nullable(),
      updated_by: Id.nullable(),
    })
    .meta({ id: 'Settings' }),
)

export const SettingsChange = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      handover: optional(eachOptional({ require: required }).meta({ id: 'HandoverSettingsChange' })),
      notices: optional(eachOptional(notices()).meta({ id: 'NoticeSettingsChange' })),
      contact: optional(eachOptional(contact()).meta({ id: 'ContactSettingsChange' })),
      country: Country.nullish(),
    })
    .meta({
      id: 'SettingsChange',
      examples: [
        {
          handover: { require: ['code', 'signature'] },
          notices: { enabled: true, statuses: ['IN_TRANSIT'] },
          contact: { phone: '+995322000000', email: 'hello@swift.example', website: 'https://swift.example' },
          country: 'GE',
        },
      ],
    }),
)

const usualNotices: NoticeSettings = { enabled: true, statuses: [] }

const noContact = { phone: '', email: '', website: '' }

const SettingsRecord = lazySchema(() =>
  Settings.unwrap().extend({
    notices: NoticeSettings.default(usualNotices),
    contact: ContactSettings.default(noContact),
    country: z.string().nullable().default(null),
    version: z.int(),
  }),
)
export type SettingsRecord = z.output<typeof SettingsRecord>

/** A tenant has one record, from the first change on. */
export const settings = entity({
  noun: 'Settings',
  schema: SettingsRecord,
  ref: lazySchema(() => z.looseObject({})),
  key: () => ({ pk: 'SETTINGS', sk: 'SETTINGS' }),
})

/** The settings of a company that has changed none. */
export const initialSettings: SettingsRecord = {
  handover: { require: [] },
  notices: usualNotices,
  contact: noContact,
  country: null,
  updated_at: null,
  updated_by: null,
  version: 1,
}
