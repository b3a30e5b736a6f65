import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { eachOptional, Id, optional, Timestamp } from '../kernel/fields.ts'

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

/** The settings of a company. */
export const Settings = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      handover: HandoverSettings,
      updated_at: Timestamp.nullable(),
      updated_by: Id.nullable(),
    })
    .meta({ id: 'Settings' }),
)

export const SettingsChange = /* @__PURE__ */ lazySchema(() =>
  z
    .object({ handover: optional(eachOptional({ require: required }).meta({ id: 'HandoverSettingsChange' })) })
    .meta({ id: 'SettingsChange', examples: [{ handover: { require: ['code', 'signature'] } }] }),
)

const SettingsRecord = lazySchema(() => Settings.unwrap().extend({ version: z.int() }))
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
  updated_at: null,
  updated_by: null,
  version: 1,
}
