import { createHash } from 'node:crypto'
import type { AnyEntity } from '../../db/entity.ts'
import type { RecordChange, Write } from '../../db/requests.ts'
import { masked, type AuditedChange } from './record.ts'

type Value = string | number | boolean | null
type Fields = AuditedChange['fields']

/** The changes of audited records that writes make: those of people's records, without what the service keeps for itself. */
export const changesOf = (writes: readonly Write[]): AuditedChange[] =>
  writes.flatMap(({ record }) => (record?.of.audited === undefined ? [] : changeOf(record, record.of.audited)))

function changeOf({ of, ref, before, after, unread }: RecordChange, entity: string): AuditedChange[] {
  const fields = unread ? unreadFields(of, unread) : comparedFields(of, before, after)
  const change = !before && !unread ? 'created' : after || unread ? 'changed' : 'deleted'
  if (change === 'changed' && Object.keys(fields).length === 0) return []
  const { version } = (after ?? {}) as { version?: number }
  return [{ entity, id: idOf(of, ref, entity), change, ...(version !== undefined && { version }), fields }]
}

/** A record of which a company has one is named as its kind. */
const idOf = ({ auditedBy = 'id' }: AnyEntity, ref: object, entity: string) =>
  (ref as Record<string, string | undefined>)[auditedBy] ?? entity

function comparedFields(of: AnyEntity, before: object = {}, after: object = {}): Fields {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return Object.fromEntries(
    [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
      const view = field === (of.auditedBy ?? 'id') ? undefined : viewOf(of, field)
      if (!view || JSON.stringify(old[field]) === JSON.stringify(now[field])) return []
      const [from, to] = [view(old[field]), view(now[field])]
      if (from === undefined && to === undefined) return []
      return [[field, { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]]
    }),
  )
}

/** Of a record that was not read only the new values are known, and what is added to the old ones. */
function unreadFields(
  of: AnyEntity,
  { set = {}, initially = {}, add = {}, take = {} }: RecordChange['unread'] & object,
): Fields {
  const seen = (fields: Record<string, unknown>, show: (value: unknown) => Fields[string]) =>
    Object.entries(fields).flatMap(([field, value]) => {
      const view = viewOf(of, field)
      return view ? [[field, show(value instanceof Set ? view([...value].join()) : view(value))] as const] : []
    })
  return Object.fromEntries([
    ...seen({ ...initially, ...set }, (to) => ({ to: (to ?? null) as Value })),
    ...seen(add, (added) => ({ added: added as string | number })),
    ...seen(take, (from) => ({ from: from as string })),
  ])
}

/** How a field is shown; undefined for one that is not. */
function viewOf({ fields }: AnyEntity, field: string): ((value: unknown) => Value | undefined) | undefined {
  if (fields.plain?.includes(field)) return shown
  const isHidden = fields.personal?.includes(field) === true || fields.secret?.includes(field) === true
  return isHidden ? (value) => (isNone(value) ? undefined : masked) : undefined
}

const isNone = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A value of at most this many characters is shown, a longer one by its digest, so that entries stay small. */
const shownLength = 80
function shown(value: unknown): Value | undefined {
  if (isNone(value)) return undefined
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return Array.from(text).length <= shownLength
    ? text
    : `sha256:${createHash('sha256').update(text).digest('base64url')}`
}
