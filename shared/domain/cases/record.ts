import * as z from 'zod'
import { commonTexts } from '../kernel/field-texts.ts'
import { exampleIds } from '../kernel/example-ids.ts'
import { entity } from '../../db/entity.ts'
import { lazySchema, pick } from '../../core/lazy-schema.ts'
import {
  defaulted,
  eachOptional,
  Id,
  namingPackages,
  optional,
  packageNames,
  Reason,
  storedText,
  text,
  Timestamp,
  CreatedAt,
  TenantId,
  UpdatedAt,
  idOf,
} from '../kernel/fields.ts'
import { Instant } from '../kernel/instant.ts'
import { CaseKind, CaseStatus } from './kinds.ts'

/** Descriptions of fields that several schemas share. */
const caseTexts = {
  kind: { description: 'What kind of case it is', examples: ['DAMAGE'] },
  assigneeId: { description: 'The user who is to settle it, or null', examples: [null] },
  dueAt: { description: 'Until when, or null', examples: ['2026-12-01T12:00:00.000Z'] },
}

const note = text(2000)

/** Something about packages that people have to settle. */
export const Case = lazySchema(() =>
  z
    .object({
      id: idOf('case'),
      tenant_id: TenantId,
      kind: CaseKind.meta(caseTexts.kind),
      /** The event type of the scan that opened it, otherwise its kind. */
      code: z.string().meta({
        description: 'The event type of the scan that opened it, MISSING by an unloading, otherwise its kind',
        examples: ['DAMAGE'],
      }),
      status: CaseStatus.meta({ description: 'Whether it is still to be settled', examples: ['OPEN'] }),
      package_ids: z
        .array(Id)
        .meta({ description: 'The packages that it is about', examples: [[exampleIds.package]] }),
      note: storedText.meta({
        description: 'A note for the people who handle it; may be empty',
        examples: ['Corner dented, contents dry'],
      }),
      assignee_id: Id.nullable().meta(caseTexts.assigneeId),
      due_at: Timestamp.nullable().meta(caseTexts.dueAt),
      opened_by: Id.nullable().meta({
        description: 'The user who opened it; null if the service did',
        examples: [exampleIds.user],
      }),
      resolved_by: Id.nullable().meta({ description: 'The user who resolved it, or null', examples: [null] }),
      resolved_at: Timestamp.nullable().meta(commonTexts.whenOrNull),
      resolved_alone: z
        .boolean()
        .default(false)
        .meta({
          description:
            'Whether who opened it resolved it, although someone else should, since nobody else could',
          examples: [false],
        }),
      created_at: CreatedAt,
      updated_at: UpdatedAt,
    })
    .meta({ id: 'Case' }),
)

/** The maximum number of packages of a case, so that it changes them in one transaction. */
export const maxPackagesPerCase = 30

export const NewCase = lazySchema(() =>
  namingPackages(
    z.object({
      kind: CaseKind.meta(caseTexts.kind),
      ...packageNames(maxPackagesPerCase, 'Up to 30 packages that it is about, with `qr_codes`'),
      note: defaulted(note, '').meta({
        description: 'A note for the people who handle it',
        examples: ['Corner dented, contents dry'],
      }),
      assignee_id: optional(Id).meta(caseTexts.assigneeId),
      due_at: optional(Instant).meta(caseTexts.dueAt),
    }),
    maxPackagesPerCase,
  ).meta({
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
export const CaseChange = lazySchema(() =>
  eachOptional({
    status: CaseStatus.meta({
      description: 'RESOLVED settles it, OPEN takes it up again',
      examples: ['RESOLVED'],
    }),
    note: note.meta({ description: 'A note for the people who handle it', examples: ['Repacked'] }),
  })
    .extend({
      reason: optional(Reason).meta({
        description: 'Why it is resolved or reopened; stands in the timeline',
        examples: ['Counted again with the courier'],
      }),
      assignee_id: Id.nullish().meta(caseTexts.assigneeId),
      due_at: Instant.nullish().meta(caseTexts.dueAt),
    })
    .meta({ id: 'CaseChange', examples: [{ status: 'RESOLVED', note: 'Repacked' }] }),
)

const CaseRecord = lazySchema(() => Case.unwrap().extend({ version: z.int() }))
export type CaseRecord = z.output<typeof CaseRecord>

export const cases = entity({
  noun: 'Case',
  schema: CaseRecord,
  ref: pick(CaseRecord, 'id'),
  fields: {
    personal: ['note'],
    internal: ['tenant_id', 'created_at', 'updated_at', 'version'],
    plain: [
      'id',
      'kind',
      'code',
      'status',
      'package_ids',
      'assignee_id',
      'due_at',
      'opened_by',
      'resolved_by',
      'resolved_at',
      'resolved_alone',
    ],
  },
  audited: 'case',
  place: { index: 'gsi1', partition: 'CASE' },
  key: ({ id }) => ({ pk: `CASE#${id}`, sk: 'CASE' }),
  index: ({ id, status, due_at, created_at }) => ({
    gsi1: { pk: 'CASE', sk: `${created_at}#${id}` },
    gsi2: { pk: `CASE#${status}`, sk: `${due_at ?? undated}#${created_at}#${id}` },
  }),
})
/** Sorts after every date. */
const undated = '~'
