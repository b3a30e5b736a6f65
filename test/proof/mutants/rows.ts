import { accountsMutants } from './accounts.ts'
import { authMutants } from './auth.ts'
import { dbMutants } from './db.ts'
import { httpMutants } from './http.ts'
import { travelMutants } from './travel.ts'
import { casesMutants } from './cases.ts'
import { noticesMutants } from './notices.ts'
import { recordsMutants } from './records.ts'
import { unloadingMutants } from './unloading.ts'
import type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...accountsMutants,
  ...authMutants,
  ...dbMutants,
  ...httpMutants,
  ...travelMutants,
  ...casesMutants,
  ...recordsMutants,
  ...unloadingMutants,
  ...noticesMutants,
]
