import type { Settings } from '../../shared/config/settings.ts'

/** Origins of browser requests that CORS allows. */
export const allowedOrigins = ({ corsOrigins }: Settings) =>
  corsOrigins.split(',').map((origin) => origin.trim())
