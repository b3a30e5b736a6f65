import type { components } from '../../../shared/client/api-types.ts'

export type AccessGrant = components['schemas']['AccessGrant']

/** In milliseconds. */
const thirtyDays = 30 * 24 * 3600 * 1000

/** Whether access was given within the last 30 days, so that whoever knew a password before its reset may have given it. */
export const isRecent = ({ created_at }: AccessGrant) => Date.parse(created_at) > Date.now() - thirtyDays
