import { companyQuotas, type Quota } from '../../shared/db/stores/quotas.ts'
import type { Store } from '../../shared/db/store.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'

const start = Date.UTC(2030, 0, 1)
/** A number of milliseconds after a fixed moment. */
const at = (milliseconds: number) => new Date(start + milliseconds)

/** Instances of a function that share a table, and the number of calls that they make to it. */
export function fleet(instances: number, quota: Quota, store: Pick<Store, 'update'> = memoryStore()) {
  const calls = { count: 0 }
  const lines: [string, object][] = []
  const log = { warn: (message: string, fields: object) => void lines.push([message, fields]) }
  const counted: Pick<Store, 'update'> = {
    update: (...given) => (calls.count++, store.update(...given)),
  }
  const all = Array.from({ length: instances }, () => companyQuotas(counted, quota, log))
  return {
    calls,
    lines,
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
