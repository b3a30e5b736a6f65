import { api } from '../../../staff/api/client.ts'
import { selected, useList } from '../../../staff/api/read.ts'

export type Kind = 'HOLD' | 'DAMAGE' | 'SHORTAGE' | 'REFUSED' | 'CLAIM'

/** The open cases, of one kind or of all, the earliest due first; read whole, so that they can be counted. */
export const useOpenCases = (kind: Kind | '' = '', enabled = true) =>
  useList(
    ['cases', 'OPEN', kind, 'whole'],
    (page) =>
      api.GET('/api/v1/cases', {
        params: { query: { status: 'OPEN', ...(kind !== '' && { kind }), limit: 200, ...page } },
      }),
    { isWhole: true, enabled },
  )

/** The open cases that should have been resolved by now. */
export const useOverdueCases = (kind: Kind | '' = '', enabled = true) =>
  selected([useOpenCases(kind, enabled)], ({ due_at }) => due_at !== null && Date.parse(due_at) < Date.now())
