import * as z from 'zod'

export const caseKinds = ['HOLD', 'DAMAGE', 'SHORTAGE', 'REFUSED', 'CLAIM'] as const
export const CaseKind = z.enum(caseKinds)
export type CaseKind = (typeof caseKinds)[number]

export const caseStatuses = ['OPEN', 'RESOLVED'] as const
export const CaseStatus = z.enum(caseStatuses)

/** The code of a case about a package that was not found when its bag was unloaded. Its arrival resolves it. */
export const missingCode = 'MISSING'
