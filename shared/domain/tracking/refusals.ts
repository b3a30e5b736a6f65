import { refusals } from '../../core/errors.ts'

/** Refusals about tracking. */
export const refused = refusals({
  tracking_id_unknown: ['not_found', 'No parcel has this tracking id, or it has expired'],
})
