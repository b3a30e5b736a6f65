import type { Limit } from '../db/stores/limits.ts'
import type { Settings } from '../config/settings.ts'

/** How often one address may call each endpoint that signs users in or sends codes. */
export const signInLimit = ({ authPerMinute }: Settings): Omit<Limit, 'name'> => ({
  quota: authPerMinute,
  window: 60,
})
