import { companyQuotas, type Quota } from '../../shared/db/stores/quotas.ts'
import type { Store } from '../../shared/db/store.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

const start = Date.UTC(2030, 0, 1)
/** A number of milliseconds after a fixed moment. */
export const at = (milliseconds: number) => new Date(start + milliseconds)

/** Instances of a function that share a table, and the number of calls that they make to it. */
export function fleet(instances: number, quota: Quota, store: Pick<Store, 'attempt'> = memoryStore()) {
  const calls = { count: 0 }
  const failures: unknown[] = []
  const counted: Pick<Store, 'attempt'> = {
    attempt: (...given) => (calls.count++, store.attempt(...given)),
  }
  const all = Array.from({ length: instances }, () =>
    companyQuotas(counted, quota, (error) => failures.push(error)),
  )
  return {
    calls,
    failures,
    admit: (instance: number, company: string, when: number) =>
      all[instance % instances]!.admit(company, at(when)),
  }
}

/** Generic cell rate algorithm with exact knowledge: whether each request, in milliseconds, conforms to a quota. */
export function conforming({ rate, burst }: Quota) {
  let tat = -Infinity
  return (when: number): boolean => {
    const next = Math.max(tat, when) + 1000 / rate
    if (next > when + (1000 * burst) / rate + 1e-6) return false
    tat = next
    return true
  }
}
