import { api } from '../../../staff/api/client.ts'
import { selected, useList } from '../../../staff/api/read.ts'

/** The scans of all users that were not valid, and that no manager has looked at yet. */
export const useScansToReview = (enabled = true) =>
  selected(
    [
      useList(
        ['scans', 'queue'],
        (page) =>
          api.GET('/api/v1/scans', {
            params: { query: { all: 'true', valid: 'false', reviewed: 'false', limit: 200, ...page } },
          }),
        { isWhole: true, enabled },
      ),
    ],
    () => true,
  )
