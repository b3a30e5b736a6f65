import type { TableRights } from '../../shared/db/rights.ts'
import { Case, CaseChange, NewCase } from '../../shared/domain/cases/record.ts'
import { handlingRoles, staffRoles } from '../../shared/domain/kernel/roles.ts'
import { CaseFilter, changeCase, listCases, openCase, readCase } from '../../shared/domain/cases/cases.ts'
import { lambda } from '../../shared/http/pipeline.ts'
import { listRoute, route } from '../../shared/http/routing/route.ts'
import type { SecretName } from '../../shared/config/secrets.ts'

export const secrets: readonly SecretName[] = ['sealing', 'qr', 'verification']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query gsi1', 'Query gsi2', 'PutItem', 'UpdateItem'],
  quotas: ['UpdateItem'],
}

export const routes = [
  listRoute('GET /api/v1/cases', {
    summary: 'List cases, newest first; those of a status by due date',
    description:
      'With `status`, the earliest due date comes first, and cases without one last. With `package_id`, the open cases of a package.',
    roles: staffRoles,
    query: CaseFilter,
    reply: Case,
    list: ({ ctx, query, page }) => listCases(ctx, query, page),
  }),
  route('POST /api/v1/cases', {
    summary: 'Open a case about packages: a hold, damage, shortage, refusal or claim',
    description:
      'Scanners name packages by their labels (`qr_codes`); if one may be forged, no case is opened (400). The newest open case of a package is its `exception`. A package with a HOLD gets 409 where it would be packed, depart by hand, or be handed over. Scans of CUSTOMS_HOLD, DAMAGED and DELIVERY_FAILED open a case by themselves, and CUSTOMS_CLEARED resolves it. Publishes `package.event_created`, once for each shipment: CASE_OPENED, or of DAMAGE the event DAMAGED, which is public.',
    example: { status: 'OPEN' },
    roles: handlingRoles,
    body: NewCase,
    reply: Case,
    status: 201,
    refuses: ['bad_request', 'not_found'],
    decide: ({ ctx, body }) => openCase(ctx, body),
  }),
  route('GET /api/v1/cases/{id}', {
    summary: 'Read a case',
    roles: staffRoles,
    reply: Case,
    read: ({ ctx, params }) => readCase(ctx, params.id),
  }),
  route('PATCH /api/v1/cases/{id}', {
    summary: 'Change, resolve or reopen a case',
    description:
      'Fields that are missing stay; null removes an assignee or a due date. Resolved, it is no `exception` of its packages any more; opened again, it becomes their newest. A SHORTAGE, and a hand-over without a confirmed code, is not resolved by who opened it (409), unless nobody else in the company may: then a manager does so with a `reason`. Publishes `package.event_created` (CASE_RESOLVED, CASE_OPENED).',
    example: { status: 'RESOLVED' },
    roles: handlingRoles,
    body: CaseChange,
    reply: Case,
    decide: ({ ctx, params, body }) => changeCase(ctx, params.id, body),
  }),
]

export const handler = lambda(routes)
