import type { OperationTexts } from './operation.ts'

export const unloading: OperationTexts = {
  'GET /api/v1/warehouse/{id}/unloadings': {
    description: 'Without the packages; read an unloading for them.',
  },
  'POST /api/v1/warehouse/{id}/unloadings': {
    description:
      'Expected are the packages that the bag still holds: those that were scanned elsewhere have left it. The bag gets `arrived_at`, as by a scan of its label. A bag has one open unloading in a warehouse: a repetition, also by another user, returns that one. `seal_intact: false`, also if it is sent later, opens DAMAGE cases of all expected packages, 30 in each. An id that the company has not used yet becomes a warehouse of it.',
    example: { status: 'OPEN' },
  },
  'GET /api/v1/unloadings/{id}': {
    description:
      'As it is now: a package that is scanned later is not missing any more, neither here nor after a find in a closed unloading. The ETag follows what is listed.',
    example: { status: 'OPEN' },
  },
  'POST /api/v1/unloadings/{id}/finds': {
    description:
      'Each find stands alone: `status` and `body` are its own. FOUND: was expected, and becomes ARRIVED here. EXCESS: was not, and becomes ARRIVED too if its state permits. MISROUTED: travels in another bag, so it is recorded and stays with that one. DAMAGED opens a DAMAGE case. A package counts once in an unloading, whoever finds it (`counted`). A `find_id` takes effect once: its answer is kept for 30 days, so send the finds again if there was no response, and those with `retry_after` after so many seconds. A find after the end is recorded too, and resolves the case of a missing package. Publishes `package.event_created`.',
  },
  'POST /api/v1/unloadings/{id}/close': {
    description:
      'Opens a SHORTAGE case of each missing package, with the code MISSING; its status stays. A find, or a scan or change to ARRIVED or beyond, resolves the case. If there was no response, close it again: no case is opened twice. A closed unloading is a 409.',
    example: { status: 'CLOSED' },
  },
}
