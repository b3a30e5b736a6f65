import { refusals } from '../../core/errors.ts'

/** Refusals about unloadings. */
export const refused = refusals({
  unloading_closed: ['conflict', 'This unloading is closed; finds are still recorded'],
})
