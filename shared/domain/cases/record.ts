import * as z from 'zod'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import { defaulted, eachOptional, Id, ids, optional, text, Timestamp } from '../kernel/fields.ts'
import { CaseKind, CaseStatus } from './kinds.ts'

const note = text(2000)
/** When it has to be resolved, in UTC with milliseconds, so that texts sort by time. */
const DueAt = /* @__PURE__ */ lazySchema(() =>
  z.iso.datetime({ offset: true }).transform((moment) => new Date(moment).toISOString()),
)

/** Something about packages that people have to settle. */
export const Case = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      id: Id,
      tenant_id: Id,
      kind: CaseKind,
      /** The event type of the scan that opened it, otherwise its kind. */
      code: z.string(),
      status: CaseStatus,
      package_ids: z.array(Id),
      note,
      assignee_id: Id.nullable(),
      due_at: Timestamp.nullable(),
      opened_by: Id.nullable(),
      resolved_by: Id.nullable(),
      resolved_at: Timestamp.nullable(),
      created_at: Timestamp,
      updated_at: Timestamp,
    })
    .meta({ id: 'Case' }),
)

/** The maximum number of packages of a case, so that it changes them in one transaction. */
export const maxPackagesPerCase = 30

export const NewCase = /* @__PURE__ */ lazySchema(() =>
  z
    .object({
      kind: CaseKind,
      package_ids: ids(maxPackagesPerCase).min(1),
      note: defaulted(note, ''),
      assignee_id: optional(Id),
      due_at: optional(DueAt),
    })
    .meta({
      id: 'NewCase',
      examples: [
        {
          kind: 'DAMAGE',
          package_ids: ['018f3b7e-7c1a-7d3e-9b2f-5a6c8d9e0f12'],
          note: 'Corner dented, contents dry',
          due_at: '2030-06-03T12:00:00Z',
        },
      ],
    }),
)

/** Missing fields stay; null removes an assignee or a due date. */
export const CaseChange = /* @__PURE__ */ lazySchema(() =>
  eachOptional({ status: CaseStatus, note })
    .extend({ assignee_id: Id.nullish(), due_at: DueAt.nullish() })
    .meta({ id: 'CaseChange', examples: [{ status: 'RESOLVED', note: 'Repacked' }] }),
)

const CaseRecord = /* @__PURE__ */ lazySchema(() => Case.unwrap().extend({ version: z.int() }))
export type CaseRecord = z.output<typeof CaseRecord>

export const cases = /* @__PURE__ */ entity({
  noun: 'Case',
  schema: CaseRecord,
  ref: /* @__PURE__ */ pick(CaseRecord, 'id'),
  key: ({ id }) => ({ pk: `CASE#${id}`, sk: 'CASE' }),
  index: ({ id, status, due_at, created_at }) => ({
    gsi1: { pk: 'CASE', sk: `${created_at}#${id}` },
    gsi2: { pk: `CASE#${status}`, sk: `${due_at ?? undated}#${created_at}#${id}` },
  }),
})
/** Sorts after every date. */
const undated = '~'
