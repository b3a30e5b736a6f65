export const unloadingStatuses = ['OPEN', 'CLOSED'] as const

/** FOUND: was expected. EXCESS: was not. MISROUTED: travels in another bag. */
export const findOutcomes = ['FOUND', 'EXCESS', 'MISROUTED'] as const
export const conditions = ['OK', 'DAMAGED'] as const
