import { refusals } from '../../core/errors.ts'

/** Refusals about scans. */
export const refused = refusals({
  others_scans_not_permitted: ['forbidden', 'You may list your own scans only'],
  scan_not_undoable: [
    'conflict',
    'The package has changed since, or this is not a scan of it; correct its status instead',
  ],
  undoing_others_scans_not_permitted: ['forbidden', 'Managers take back the scans of others'],
  undoing_scan_too_late: [
    'forbidden',
    'You can take back a scan of your own for ten minutes; after that, ask a manager',
  ],
  label_forged: ['bad_request', 'This label was not signed by the service; it may be forged'],
  scan_id_taken: ['conflict', 'Another user’s scan has this id; choose a new one'],
})
