import type { OperationTexts } from './operation.ts'

export const cases: OperationTexts = {
  'GET /api/v1/cases': {
    description:
      'With `status`, the earliest due date comes first, and cases without one last. With `package_id`, the open cases of a package.',
  },
  'POST /api/v1/cases': {
    description:
      'The newest open case of a package is its `exception`. A package with a HOLD gets 409 where it would be packed, depart by hand, or be handed over. Scans of CUSTOMS_HOLD, DAMAGED and DELIVERY_FAILED open a case by themselves, and CUSTOMS_CLEARED resolves it. Publishes `package.event_created` (CASE_OPENED), once for each shipment.',
    example: { status: 'OPEN' },
  },
  'PATCH /api/v1/cases/{id}': {
    description:
      'Fields that are missing stay; null removes an assignee or a due date. Resolved, it is no `exception` of its packages any more; opened again, it becomes their newest. Publishes `package.event_created` (CASE_RESOLVED, CASE_OPENED).',
    example: { status: 'RESOLVED' },
  },
}
