import { refusals } from '../../core/errors.ts'

/** Refusals about imports and exports. */
export const refused = refusals({
  import_not_over: ['conflict', 'The import is {import_status}; its errors are known when it is over'],
  import_failed: ['conflict', 'The import has no list of rows: {problem}'],
  transfers_used_up: ['too_many_requests', 'Too many imports and exports in this hour; try again later'],
  import_row_done: ['conflict', 'The row is done already'],
})
