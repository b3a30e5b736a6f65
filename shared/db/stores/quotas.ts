import { absent, all, any, atLeast, below } from '../conditions.ts'
import { partitions, type Item } from '../keys.ts'
import type { Store } from '../store.ts'

/** `rate` requests a second and company, and a burst of `burst`. */
export interface Quota {
  rate: number
  burst: number
}
export interface Admission {
  /** Whole seconds until a request may be admitted: at least 1. Undefined if this one is. */
  retryAfter?: number
  /** The refusals since the last report, at most once a second and company. */
  refused?: number
}

/** What an instance knows of a company. Times are in microseconds since 1970. */
interface Account {
  /** Requests that are paid for (positive), or admitted and not yet charged (negative). */
  balance: number
  /** When `balance` was current. */
  at: number
  /** The theoretical arrival time that the item had last. It only grows. */
  tat: number
  /** Until when requests are refused, and how long the last wait was; 0 after charges that succeeded. */
  until: number
  wait: number
  /** The charge in progress: one at a time. */
  charging?: Promise<void> | undefined
  refused: number
  reportedAt: number
}

/** The maximum number of companies in memory; beyond, the one that was quiet for longest is forgotten. */
const maxAccounts = 10_000
/** An instance charges this many blocks at once while it has been refused: fewer calls of a flood. */
const prepaidBlocks = 4
/** Each instance leaves this share of the rate uncharged, so that companies with little traffic never cost a call. */
const unchargedShare = 1 / 1000
/** Milliseconds of a charge, after which the request is admitted without it. */
const chargeTimeout = 300
const second = 1e6

/** Requests that an instance admits before it charges them: ten, but fewer of a small burst and more of a large one. */
export const blockOf = ({ burst }: Quota) =>
  Math.max(1, Math.floor(Math.max(Math.min(10, burst / 40), burst / 400)))

/**
 * Quotas of companies by the generic cell rate algorithm (ITU-T I.371; Brandur Leach, "Rate limiting, cells, and
 * GCRA"): one item per company holds the theoretical arrival time (TAT) of its next request. Instances count requests
 * in memory and charge the item for a block of them (docs/decisions/17-company-quotas-are-charged-in-blocks.md). A
 * charge that failed is passed to `onFailure`.
 */
export function companyQuotas(
  store: Pick<Store, 'attempt'>,
  quota: Quota,
  onFailure: (error: unknown) => void,
) {
  const block = blockOf(quota)
  // Rounded down, so that the requests of a whole burst never cost more than it.
  const costOf = (requests: number) => Math.floor((requests * second) / quota.rate)
  const capacity = costOf(quota.burst)
  const prepaid = Math.min(quota.burst, prepaidBlocks * block)
  const accounts = new Map<string, Account>()

  /** The company's account, with what was forgotten since its last request. */
  function accountOf(company: string, now: number): Account {
    const fresh: Account = { balance: 0, at: now, tat: 0, until: 0, wait: 0, refused: 0, reportedAt: 0 }
    const account = accounts.get(company) ?? fresh
    const elapsed = account.wait > 0 ? 0 : Math.max(0, now - account.at)
    const forgotten = (elapsed / second) * quota.rate * unchargedShare
    account.balance = Math.sign(account.balance) * Math.max(0, Math.abs(account.balance) - forgotten)
    account.at = Math.max(now, account.at)
    accounts.delete(company)
    accounts.set(company, account)
    if (accounts.size > maxAccounts) accounts.delete(accounts.keys().next().value ?? '')
    return account
  }

  /** Moves the item's TAT by `cost` if that fits into the burst. At most two calls, one if `tat` is still true. */
  async function charge(company: string, account: Account, cost: number, now: number): Promise<boolean> {
    const update = { pk: partitions.quotas + company, sk: 'Q' }
    // For a day, so that TTL does not delete the item of a busy company.
    const set = { ttl: Math.ceil(now / second) + 86_400 }
    // DynamoDB has no maximum of two values: the bucket is either full, or has a TAT in the future.
    const ofFull = { change: { set: { ...set, tat: now + cost } }, when: any(absent('tat'), below('tat', now)) }
    const latest = now + capacity - cost
    const ofUsed = {
      change: { set, add: { tat: cost } },
      when: all(atLeast('tat', now), below('tat', latest + 1)),
    }
    while (account.tat <= latest) {
      const { done, item } = await store.attempt(
        { update, ...(account.tat < now ? ofFull : ofUsed) },
        chargeTimeout,
      )
      account.tat = tatOf(item)
      if (done) return true
    }
    return false
  }

  /** Charges a block, or refuses requests for a while. A failed call counts as a charge. */
  async function settle(company: string, account: Account, now: number): Promise<void> {
    const requests = account.wait > 0 ? prepaid : block
    const cost = costOf(requests)
    const isCharged = await charge(company, account, cost, now).catch((error: unknown) => {
      onFailure(error)
      return true
    })
    if (isCharged) {
      account.balance += requests
      const isBusy = account.wait > 0 && account.tat - now > capacity / 2
      account.wait = isBusy ? Math.max(cost, account.wait / 2) : 0
      return
    }
    // Longer with each refusal in a row, so that many instances together make few calls.
    account.wait = Math.min(capacity, Math.max(cost, 2 * account.wait))
    account.until = Math.max(account.tat + costOf(prepaid) - capacity, now + account.wait)
  }

  function refusal(account: Account, now: number): Admission {
    account.refused++
    const admission = { retryAfter: Math.max(1, Math.ceil((account.until - now) / second)) }
    if (now < account.reportedAt + second) return admission
    const { refused } = account
    Object.assign(account, { refused: 0, reportedAt: now })
    return { ...admission, refused }
  }

  return {
    /**
     * Counts a request of a company. Never throws: if the table cannot be reached the request is admitted, since its
     * own calls will show whether the service works.
     */
    async admit(company: string, at: Date): Promise<Admission> {
      const now = at.getTime() * 1000
      const account = accountOf(company, now)
      while (now >= account.until) {
        if (account.balance - 1 > -block) {
          account.balance--
          return {}
        }
        account.charging ??= settle(company, account, now).finally(() => (account.charging = undefined))
        await account.charging
      }
      return refusal(account, now)
    },
  }
}
export type CompanyQuotas = ReturnType<typeof companyQuotas>

const tatOf = (item: Item | undefined) => (typeof item?.tat === 'number' ? item.tat : 0)
