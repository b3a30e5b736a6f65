import type { Limit } from '../db/stores/limits.ts'
import type { Settings } from '../config/settings.ts'

/** How often one address may ask for each endpoint that signs somebody in, or helps to. */
export const signInLimit = ({ authPerMinute }: Settings): Omit<Limit, 'name'> => ({
  quota: authPerMinute,
  window: 60,
})
