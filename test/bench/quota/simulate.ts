import { companyQuotas, type Quota } from '../../../shared/db/stores/quotas.ts'
import { memoryStore } from '../../support/in-process/memory-store.ts'
import { seededRandom } from '../../support/chaos-proxy/faults/seeded-random.ts'

/** Milliseconds: of a request on average, with exponential distribution; of a refusal, a charge, and a cold start. */
export const latency = { request: 60, refusal: 2, charge: 5, coldStart: 150 }
/** Lambda's default quota of concurrent executions in an account ("Lambda quotas", developer guide). */
export const concurrency = 1000

export interface Load {
  quota: Quota
  /** Requests a second, by company. */
  rates: Record<string, number>
  seconds: number
}
export interface Outcome {
  /** Milliseconds of each admitted request. */
  milliseconds: number[]
  refused: number
  /** When Lambda had no free execution for a request, which thus got 503: milliseconds since the start. */
  unavailable: number[]
}

/**
 * Simulates the instances of a function in virtual time, each with one request at a time, on one table. Companies send at
 * random times. Returns the outcome of each company, and the number of instances and of charges.
 */
export async function simulate({ quota, rates, seconds }: Load) {
  const { random } = seededRandom(1)
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  const arrivals = Object.entries(rates).flatMap(([company, rate]) => {
    const times: { company: string; at: number }[] = []
    for (let at = exponential(1000 / rate); at < 1000 * seconds; at += exponential(1000 / rate))
      times.push({ company, at })
    return times
  })
  arrivals.sort((a, b) => a.at - b.at)

  let charges = 0
  const table = memoryStore()
  const store: Pick<typeof table, 'update'> = { update: (update) => (charges++, table.update(update)) }
  const newInstance = () => companyQuotas(store, quota, { warn: () => undefined })
  type Instance = ReturnType<typeof newInstance>
  const idle: Instance[] = []
  /** By the end of their requests. */
  const busy: { until: number; instance: Instance }[] = []
  let instances = 0

  const outcomes = Object.fromEntries(
    Object.keys(rates).map((company): [string, Outcome] => [
      company,
      { milliseconds: [], refused: 0, unavailable: [] },
    ]),
  )
  for (const { company, at } of arrivals) {
    while (busy[0] && busy[0].until <= at) idle.push(...busy.splice(0, 1).map(({ instance }) => instance))
    const outcome = outcomes[company]
    if (!outcome) continue
    // Lambda prefers the instance that was used last.
    const warm = idle.pop()
    if (!warm && instances === concurrency) {
      outcome.unavailable.push(at)
      continue
    }
    if (!warm) instances++
    const instance = warm ?? newInstance()
    const before = charges
    const isAdmitted = (await instance.admit(company, new Date(at))) === 0
    const duration =
      (warm ? 0 : latency.coldStart) +
      (charges - before) * latency.charge +
      (isAdmitted ? exponential(latency.request) : latency.refusal)
    if (isAdmitted) outcome.milliseconds.push(duration)
    else outcome.refused++
    const next = busy.findIndex(({ until }) => until > at + duration)
    busy.splice(next < 0 ? busy.length : next, 0, { until: at + duration, instance })
  }
  return { outcomes, instances, charges }
}
