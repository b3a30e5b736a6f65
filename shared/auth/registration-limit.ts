import { epochSeconds } from '../db/entity.ts'
import { forSeconds } from '../core/errors.ts'
import { refused } from './refusals.ts'
import { surroundingNetwork } from '../core/network.ts'
import type { PublicContext } from '../domain/kernel/context.ts'

const day = 24 * 3600
/** The delay doubles from a minute until it is a day. */
const doublings = Math.ceil(Math.log2(day / 60))

/**
 * Counts a registration from a network: an IPv4 address or a /48 of IPv6. The setting's number in a day is free; each further one
 * has to wait twice as long after the one before it, at first a minute. Throws too_many_requests with the seconds that are left.
 */
export async function countRegistration({ limits, settings, now, address }: PublicContext): Promise<void> {
  const { registrationsPerNetwork: free } = settings
  if (free === 0) return
  const limit = { name: 'registrations', quota: free + doublings, window: day }
  const network = surroundingNetwork(address)
  const { allowed, hit, pending, resetsIn } = await limits.reserve(limit, network, now)
  if (!allowed) throw forSeconds(refused.too_many_companies(), resetsIn)
  const others = pending.filter((one) => one.hit !== hit)
  if (others.length < free) return
  const wait = 60 * 2 ** (others.length - free)
  const next = Math.max(...others.map(({ since }) => since)) + wait
  const left = next - epochSeconds(now)
  if (left <= 0) return
  await limits.free(limit, network, [{ hit, since: 0 }])
  throw forSeconds(refused.too_many_companies(), Math.min(left, resetsIn))
}
