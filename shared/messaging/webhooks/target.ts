import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { FunctionSettings } from '../../config/function-settings.ts'
import { isConfidential } from '../../core/bounded-request.ts'

/** FunctionSettings of a stage for all webhooks. */
export interface TargetOptions {
  /** Allows loopback addresses, at any port and by plain HTTP: for development. */
  loopback: boolean
  /** The allowed ports; 443 by default. */
  ports?: readonly number[]
}
/** The options of a stage. */
export const targetOptions = ({ webhooksToLoopback, webhookPorts }: FunctionSettings): TargetOptions => ({
  loopback: webhooksToLoopback,
  ports: webhookPorts.split(',').map(Number),
})
/** All addresses of a name. Throws an Error if there are none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/** In characters. */
const longest = 2000
/** Names of this machine or of a private network: RFC 6761, 6762, 8375, ICANN's `internal`, and common practice. */
const privateName = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|lan|home|home\.arpa)$/
/** Addresses that are public by number and are a cloud's own: Azure's platform. */
const platformAddresses = ['168.63.129.16']
/** Global unicast is assigned from 2000::/3 (RFC 4291 §2.4, IANA); ipaddr.js calls every unnamed range unicast. */
const given = ipaddr.IPv6.parse('2000::')

/**
 * The fault of a webhook's URL, as a message for the user; undefined if events may be posted to it. The URL parser
 * normalises the notations of an address (decimal, octal, hexadecimal, short, full-width).
 */
export function targetFault(text: string, reach: TargetOptions): string | undefined {
  if (text.length > longest) return `is longer than ${longest} characters`
  const url = URL.parse(text)
  if (!url?.hostname) return 'is not a URL, such as https://example.com/hooks'
  if (url.protocol !== 'https:' && !(reach.loopback && isConfidential(url)))
    return 'does not begin with https://'
  if (url.username || url.password)
    return 'has a user name or password in it; the signature proves who sends, and a secret path is kept too'
  if (url.href.includes('#')) return 'has a fragment (#), which is never sent'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { loopback, ports = [443] } = reach
  if (!ports.includes(Number(url.port || 443)) && !(loopback && isLoopbackHost(host)))
    return `has the port ${url.port || 80}; allowed: ${ports.join(', ')}`
  return hostFault(host, reach)
}

const isLoopbackHost = (host: string) =>
  host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback')

function hostFault(host: string, reach: TargetOptions): string | undefined {
  if (isIP(host))
    return mayBeReached(host, reach) ? undefined : `leads to ${host}, which is not a public address`
  if (reach.loopback && host === 'localhost') return undefined
  if (host.endsWith('.')) return 'has a host that ends with a dot; leave the dot out'
  if (!host.includes('.') || privateName.test(host)) return `leads to ${host}, which is not a public name`
  return undefined
}

/** Whether an address, as the resolver or the URL parser writes it, is public; or loopback, where that is allowed. */
function mayBeReached(address: string, { loopback }: TargetOptions): boolean {
  if (!isIP(address) || platformAddresses.includes(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return loopback
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(given, 3))
}

/** A name resolves to an address that is not public. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/**
 * Resolves the name of a connection once, and checks the addresses that the connection then uses, so that the name's
 * owner cannot give another answer in between (DNS rebinding). Fails with NotPublic if any of the addresses is not
 * public. Node does not call it for an IP address in the URL, which `targetFault` checks.
 */
export const publicLookup =
  ({ loopback, resolve = everyAddress }: TargetOptions & { resolve?: Resolve | undefined }): LookupFunction =>
  (name, { all }, done) => {
    const judged = async () => {
      const addresses = await resolve(name)
      if (!addresses.every(({ address }) => mayBeReached(address, { loopback })))
        throw new NotPublic(`${name} leads to an address that is not public`)
      const [first] = addresses
      if (!first) throw new Error(`${name} has no address`)
      return { first, addresses }
    }
    judged().then(
      ({ first, addresses }) => (all ? done(null, addresses) : done(null, first.address, first.family)),
      (error: unknown) => done(error as Error, []),
    )
  }

const everyAddress: Resolve = (name) => lookup(name, { all: true })
