import { absent, any, atLeast, below } from '../conditions.ts'
import type { logger } from '../../core/log.ts'
import { partitions } from '../keys.ts'
import type { Store } from '../store.ts'

/** `rate` requests a second and company, and a burst of `burst`. */
export interface Quota {
  rate: number
  burst: number
}
/** Takes a time in microseconds since 1970. Returns the whole seconds to wait, 0 for an admitted request. */
type Admit = (now: number) => Promise<number>

/** The message of the log line for refusals, at most one a second, company and instance (lib/stacks/monitoring). */
export const companyThrottled = 'company throttled'

/** The maximum number of companies in memory; beyond, all are forgotten. */
const maxCompanies = 10_000
/** An instance charges this many blocks at once while it is refused, so that a flood makes fewer calls. */
const maxPrepaid = 4
/** Each instance leaves this part of the rate uncharged, so that companies with little traffic never cost a call. */
const unchargedPart = 1000
/** Milliseconds of a charge, after which the request is admitted without it. */
const requestTimeout = 300
/** In microseconds, the unit of all times here. */
const second = 1e6
/** Clocks differ by less. */
const maxSkew = 5 * second

/** Requests that an instance admits before it charges them: ten, but fewer of a small burst and more of a large one. */
export const blockOf = ({ burst }: Quota) => Math.floor(Math.max(1, Math.min(10, burst / 40), burst / 400))

/**
 * Quotas of companies by the generic cell rate algorithm (ITU-T I.371; Brandur Leach, "Rate limiting, cells, and
 * GCRA"): one item per company holds the theoretical arrival time (TAT) of its next request. Instances count requests
 * in memory and charge the item for a block of them (docs/decisions/18-company-quotas-are-charged-in-blocks.md).
 */
export function companyQuotas(
  store: Pick<Store, 'update'>,
  quota: Quota,
  log: Pick<ReturnType<typeof logger>, 'warn'>,
) {
  const block = blockOf(quota)
  const prepaid = Math.min(quota.burst, maxPrepaid)
  // Rounded down, so that the requests of a whole burst never cost more than it.
  const blockCost = Math.floor((block * second) / quota.rate)
  const capacity = Math.floor((quota.burst * second) / quota.rate)
  const companies = new Map<string, Admit>()

  function account(company: string): Admit {
    const update = { pk: partitions.quotas + company, sk: 'Q' }
    /** Requests that are paid for (positive), or admitted and not yet charged (negative), and when. */
    let [balance, balancedAt] = [0, 0]
    /** The TAT that the item had last. It only grows, unless a clock was wrong. */
    let tat = 0
    /** Until when requests are refused, and how long the last wait was: 0 after a charge that left room. */
    let [until, wait] = [0, 0]
    let [refused, reportedAt] = [0, 0]
    /** The charge in progress: one at a time. */
    let charging: Promise<void> | undefined

    /**
     * Charges a block by moving the item's TAT, in one call or two, or refuses requests for a while. A failed call
     * counts as a charge.
     */
    async function settle(now: number): Promise<void> {
      const blocks = wait > 0 ? prepaid : 1
      const cost = blocks * blockCost
      const latest = now + capacity - cost
      // For a day, so that TTL does not delete the item of a busy company.
      const set = { ttl: Math.ceil(now / second) + 86_400 }
      let isCharged = false
      // No charge moves the TAT so far: an instance with a wrong clock has, which must not lock the company out.
      const tooFar = now + capacity + maxSkew
      const isStale = (at: number) => at < now || at >= tooFar
      while (!isCharged && (tat <= latest || isStale(tat))) {
        // DynamoDB has no maximum of two values: the TAT has passed and is replaced, or is still to come.
        const stale = any(absent('tat'), below('tat', now), atLeast('tat', tooFar))
        const move = isStale(tat)
          ? { change: { set: { ...set, tat: now + cost } }, when: stale }
          : { change: { set, add: { tat: cost } }, when: below('tat', latest + 1) }
        try {
          const { done, item } = await store.update({ update, ...move }, { requestTimeout })
          tat = Number(item?.tat ?? 0)
          isCharged = done
        } catch (error) {
          log.warn('company not charged', { error })
          isCharged = true
        }
      }
      if (isCharged) {
        balance += blocks * block
        wait = wait > 0 && tat - now > capacity / 2 ? Math.max(cost, wait / 2) : 0
      } else {
        // Longer with each refusal in a row, so that many instances together make few calls.
        wait = Math.min(capacity, Math.max(cost, 2 * wait))
        until = Math.max(tat + prepaid * blockCost - capacity, now + wait)
      }
    }

    return async (now) => {
      if (balance < 0 && wait === 0)
        balance = Math.min(0, balance + (Math.max(0, now - balancedAt) * quota.rate) / unchargedPart / second)
      balancedAt = now
      while (now >= until) {
        if (balance > 1 - block) {
          balance--
          return 0
        }
        await (charging ??= settle(now).finally(() => (charging = undefined)))
      }
      refused++
      if (now >= reportedAt + second) {
        log.warn(companyThrottled, { tenant_id: company, refused })
        ;[refused, reportedAt] = [0, now]
      }
      return Math.max(1, Math.ceil((until - now) / second))
    }
  }

  return {
    /**
     * Counts a request of a company. Returns the whole seconds to wait, 0 for an admitted request. Never throws: if the
     * table cannot be reached the request is admitted, since its own calls will show whether the service works.
     */
    admit(company: string, at: Date): Promise<number> {
      if (companies.size >= maxCompanies) companies.clear()
      const admit = companies.get(company) ?? account(company)
      companies.set(company, admit)
      return admit(at.getTime() * 1000)
    },
  }
}
