import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isConfidential } from '../../core/bounded-request.ts'

/** Settings of a stage for all webhooks: whether this machine itself may be posted to, for development. */
export interface TargetOptions {
  loopback: boolean
}
/** All addresses of a name. Throws an Error if there are none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/** In characters. */
const longest = 2000
/** RFC 6761, 6762, 8375 and ICANN's `internal`: names that mean this machine or this network, wherever one is. */
const privateName = /(^|\.)(localhost|local|internal|home\.arpa)$/
/** Global unicast is given out of 2000::/3 alone (RFC 4291 §2.4, IANA); ipaddr.js calls all unicast that it knows no name for. */
const given = ipaddr.IPv6.parse('2000::')

/**
 * What is wrong with an address that is to be posted to, in words for the person who typed it; nothing if it may be.
 * Any port may be: what arrives there first is a TLS handshake with nothing in it that a customer could choose but the
 * name, so no other protocol can be spoken to, and the machines are public ones that anybody reaches.
 * The URL parser has brought the many writings of an address (decimal, octal, hexadecimal, short, full-width) into one.
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
  return hostFault(url.hostname.replace(/^\[|\]$/g, ''), reach)
}

function hostFault(host: string, reach: TargetOptions): string | undefined {
  if (isIP(host)) return mayBeReached(host, reach) ? undefined : `leads to ${host}, which is no public address`
  if (reach.loopback && host === 'localhost') return undefined
  if (host.endsWith('.')) return 'has a host that ends with a dot; leave the dot out'
  if (!host.includes('.') || privateName.test(host)) return `leads to ${host}, which is no public name`
  return undefined
}

/** Whether an address, as the resolver or the URL parser writes it, is one of the public Internet. */
function mayBeReached(address: string, { loopback }: TargetOptions): boolean {
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return loopback
  return range === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(given, 3))
}

/** A name leads, wholly or in part, to where nothing may be posted. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/**
 * How the name is looked up of whatever is connected to: once, and what is connected to is what was judged, so that a
 * second answer of the name's owner comes too late. Refuses with NotPublic where any of its addresses is not public: an
 * honest name has no such, and which of several is taken is not ours to say. Node looks up no address that is written
 * out in the URL: targetFault judges these.
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
