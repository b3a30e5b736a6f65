import { refusals } from '../../core/errors.ts'

/** Refusals about API keys. */
export const refused = refusals({
  company_has_most_api_keys: ['conflict', 'A company has at most {max} API keys; delete one first'],
  former_secret_still_works: [
    'conflict',
    'The former secret works until {until}; rotate with overlap_seconds 0 to end it now',
  ],
  api_key_changed_meanwhile: ['conflict', 'The key was changed at the same time; read it again'],
})
