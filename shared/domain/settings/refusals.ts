import { refusals } from '../../core/errors.ts'

/** Refusals about the settings of a company. */
export const refused = refusals({
  own_factor_first: [
    'conflict',
    'Add a second factor to your own account first (POST /api/v1/users/me/second-factor)',
  ],
})
