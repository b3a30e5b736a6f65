import { refusals } from '../../core/errors.ts'

/** Refusals about cases. */
export const refused = refusals({
  other_person_must_resolve: [
    'conflict',
    'Another person has to resolve this case, since you opened it; ask a colleague',
  ],
})
