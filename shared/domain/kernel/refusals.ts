import { refusals } from '../../core/errors.ts'

/** Refusals about what several nouns share. */
export const refused = refusals({
  too_many_documents: [
    'too_many_requests',
    'Too many labels, manifests and proofs in this minute; try again in a moment',
  ],
})
