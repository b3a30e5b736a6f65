import * as z from 'zod'
import { exampleIds } from '../kernel/example-ids.ts'
import { all, equals } from '../../db/conditions.ts'
import type { Plan } from '../../db/commit.ts'
import { Page, type PageRequest } from '../../db/page.ts'
import { ValidationError } from '../../core/errors.ts'
import { notFound } from '../../core/refusals.ts'
import { refused } from './refusals.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { CaseKind, CaseStatus } from './kinds.ts'
import { cases, type CaseChange, type CaseRecord, type NewCase } from './record.ts'
import type { TenantContext } from '../kernel/context.ts'
import { differences, Id, optional } from '../kernel/fields.ts'
import { withCase, withNote, withoutCases } from '../packages/open-cases.ts'
import { packagePointers, packages, type PackageRecord } from '../packages/record.ts'
import { namedPackages } from '../scans/scanned-ids.ts'
import { users } from '../users/record.ts'
import { handlingRoles, managerRoles } from '../kernel/roles.ts'
import { needsSecondPerson } from './second-person.ts'
import { allPackagesOfCase, changePackages, eventsOfShipments, packagesOfCase } from './affected.ts'

type Opened = Pick<CaseRecord, 'kind' | 'package_ids' | 'note'> & Partial<CaseRecord>

/** A new case, which is not stored yet. */
export function newCase({ actor, now, newId }: TenantContext, given: Opened): CaseRecord {
  const moment = now.toISOString()
  return {
    id: newId(),
    tenant_id: actor.tenant_id,
    code: given.kind,
    status: 'OPEN',
    assignee_id: null,
    due_at: null,
    opened_by: actor.user_id,
    resolved_by: null,
    resolved_at: null,
    resolved_alone: false,
    created_at: moment,
    updated_at: moment,
    version: 1,
    ...given,
  }
}

/**
 * Opens a case, which becomes the exception of its packages. Throws "Package not found", "User not found", a conflict, and
 * the errors of `namedPackages`.
 */
export async function openCase(
  ctx: TenantContext,
  { kind, note, assignee_id, due_at, ...names }: z.output<typeof NewCase>,
): Promise<Plan<CaseRecord>> {
  const named = await namedPackages(ctx, names)
  if ('refusal' in named) return named
  const given = {
    kind,
    note,
    package_ids: named.result,
    assignee_id: assignee_id ?? null,
    due_at: due_at ?? null,
  }
  const [records] = await Promise.all([allPackagesOfCase(ctx, given), expectAssignee(ctx, assignee_id)])
  const record = newCase(ctx, given)
  const marked = changePackages(ctx, records, (one) => withCase(one, record, record.created_at))
  // Recipients see damage, wherever it was noticed.
  const type = kind === 'DAMAGE' ? 'DAMAGED' : 'CASE_OPENED'
  const recorded = eventsOfShipments(ctx, records, type, record)
  return { writes: [ctx.table.create(cases, record), ...marked.writes, ...recorded], result: record }
}

/** An active user. Throws "User not found". */
async function expectAssignee({ table }: TenantContext, id: string | null | undefined): Promise<void> {
  if (typeof id !== 'string') return
  const user = await table.get(users, { id })
  if (!user.is_active) throw notFound(users.noun)
}

/**
 * Merges the named fields. A resolved case is no longer an exception of its packages; opened again, it becomes their newest.
 * Throws not_found, of the case or the assignee, stale (If-Match), and the errors of `expectNoColleague`.
 */
export async function changeCase(
  ctx: TenantContext,
  id: string,
  { reason, ...input }: z.output<typeof CaseChange>,
): Promise<Plan<CaseRecord>> {
  const { table, now, actor } = ctx
  const current = await table.get(cases, { id })
  ctx.expectVersion(current.version)
  const change = differences(current, input)
  if (Object.keys(change).length === 0) return { writes: [], result: current }
  await expectAssignee(ctx, change.assignee_id)
  const moment = now.toISOString()
  const resolved_alone = current.opened_by === actor.user_id && needsSecondPerson(current)
  if (change.status === 'RESOLVED' && resolved_alone) await expectNoColleague(ctx, reason)
  const { write, record } = table.updateVersion(cases, current, {
    ...change,
    ...(change.status === 'RESOLVED' && { resolved_by: actor.user_id, resolved_at: moment, resolved_alone }),
    ...(change.status === 'OPEN' && { resolved_by: null, resolved_at: null, resolved_alone: false }),
    updated_at: moment,
  })
  const concerned =
    change.status !== undefined || change.note !== undefined ? await packagesOfCase(ctx, current) : []
  const marked = changePackages(ctx, concerned, marking(current, record, moment))
  const type = record.status === 'OPEN' ? 'CASE_OPENED' : 'CASE_RESOLVED'
  const recorded = change.status ? eventsOfShipments(ctx, concerned, type, record, reason) : []
  return { writes: [write, ...marked.writes, ...recorded], result: record }
}

/**
 * Allows a manager to resolve a case that they opened if nobody else in the company may. Throws a conflict, and ValidationError
 * without a reason.
 */
async function expectNoColleague({ table, actor }: TenantContext, reason: string | undefined): Promise<void> {
  const { records } = await table.list(users, {
    index: 'gsi1',
    partition: 'USER',
    newestFirst: true,
    limit: 200,
  })
  const others = records.filter(
    ({ id, is_active, role }) => id !== actor.user_id && is_active && handlingRoles.includes(role),
  )
  if (others.length > 0 || !managerRoles.includes(actor.role)) throw refused.other_person_must_resolve()
  if (reason === undefined)
    throw new ValidationError({
      loc: ['body', 'reason'],
      msg: 'You opened this case, and nobody else can resolve it: give a reason',
      type: 'missing',
    })
}

/** The fields of a package that name a case, after the case's change. */
const marking =
  (before: CaseRecord, after: CaseRecord, moment: string) =>
  (one: PackageRecord): Partial<PackageRecord> => {
    if (after.status === 'RESOLVED') return withoutCases(one, [after.id])
    return before.status === 'OPEN' ? withNote(one, after) : withCase(one, after, moment)
  }

/** Throws "Case not found". */
export const readCase = ({ table }: TenantContext, id: string) => table.get(cases, { id })

export const CaseFilter = lazySchema(() =>
  z.object({
    status: optional(CaseStatus),
    kind: optional(CaseKind).meta({ description: 'Returns only cases of this kind', examples: ['HOLD'] }),
    assignee_id: optional(Id).meta({
      description: 'Returns only cases of this assignee',
      examples: [exampleIds.user],
    }),
    package_id: optional(Id).meta({
      description: 'Returns only open cases of this package',
      examples: [exampleIds.package],
    }),
  }),
)

/**
 * Newest first; of one status by due date, the earliest first, those without one last; of a package its open ones, newest
 * first.
 */
export async function listCases(
  ctx: TenantContext,
  { package_id, ...filter }: z.output<typeof CaseFilter>,
  page: PageRequest,
): Promise<Page<CaseRecord>> {
  if (package_id !== undefined) return casesOfPackage(ctx, package_id, filter)
  const { status, ...fields } = filter
  const filters = Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [equals(field, value)],
  )
  return ctx.table.list(cases, {
    ...(status === undefined
      ? { index: 'gsi1', partition: 'CASE', newestFirst: true }
      : { index: 'gsi2', partition: `CASE#${status}` }),
    ...page,
    ...(filters.length > 0 && { filter: all(...filters) }),
  })
}

/** One page: a package has few open cases. */
async function casesOfPackage(
  { table }: TenantContext,
  id: string,
  filter: Omit<z.output<typeof CaseFilter>, 'package_id'>,
) {
  const pointer = await table.find(packagePointers, { id })
  const record = pointer && (await table.find(packages, pointer))
  const found = await table.many(cases, record?.open_cases ?? [])
  return new Page(
    found
      .filter((one) => Object.keys(differences<CaseRecord>(one, filter)).length === 0)
      .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)),
  )
}
