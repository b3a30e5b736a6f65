import type { Settings } from '../../shared/config/settings.ts'

/** The origins that browsers may call from. */
export const allowedOrigins = ({ corsOrigins }: Settings) =>
  corsOrigins.split(',').map((origin) => origin.trim())
