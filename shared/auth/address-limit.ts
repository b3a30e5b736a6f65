import type { Limit } from '../db/stores/limits.ts'
import type { FunctionSettings } from '../config/function-settings.ts'

/** How often one address may call each endpoint that signs users in or sends codes. */
export const addressLimit = ({ authPerMinute }: FunctionSettings): Omit<Limit, 'name'> => ({
  quota: authPerMinute,
  window: 60,
})
