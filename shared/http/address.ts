import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Keyring, SecretName, Secrets } from '../config/secrets.ts'
import type { HttpRequest } from './routing/request.ts'
import type { Route } from './routing/route.ts'

/** What the edge shows the API that a request came by it, and where it says who asked (lib/stacks/edge/stack.ts). */
export const originSecretHeader = 'X-Origin-Secret'
export const viewerAddressHeader = 'CloudFront-Viewer-Address'

/** Secrets that identify the client's address, needed by routes with a limit. */
export const addressSecrets = (routes: readonly Route[]): SecretName[] =>
  routes.some(({ limit }) => limit) ? ['origin'] : []

/**
 * What limits count a caller by: the network of the gateway's source address, or, where the edge sent the request on
 * and shows its secret, of the address that the edge saw. Anyone may send these headers to the API itself, so without
 * the secret they say nothing; X-Forwarded-For, which everybody on the way adds to, never does.
 */
export async function clientAddress(secret: Secrets, { address, headers }: HttpRequest): Promise<string> {
  const shown = headers[originSecretHeader.toLowerCase()]
  // Node makes a large pattern at the first look at an address: not for a request that cannot be the edge's.
  const viewer = shown && viewerAddress(headers[viewerAddressHeader.toLowerCase()])
  if (!shown || !viewer) return address
  return (await secret('origin', isOneOf))(shown) ? clientNetwork(viewer) : address
}

/** The address of `ip:port`, where an IPv6 address may stand in brackets or without. */
export function viewerAddress(text = ''): string | undefined {
  const [, bracketed, bare] = /^(?:\[(.+)\]|(.+)):\d{1,5}$/.exec(text) ?? []
  const ip = bracketed ?? bare ?? ''
  return isIP(ip) ? ip : undefined
}

/** Any key of the ring will do, so that a new one can be added before the edge shows it. */
const isOneOf = (keys: Keyring) => (shown: string) =>
  Object.entries(keys).filter(
    ([name, key]) => name !== 'current' && timingSafeEqual(digest(key), digest(shown)),
  ).length > 0
const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * The network that limits count: the client's IPv4 address, or the /64 network of its IPv6 address, since one
 * client controls a whole /64 (RFC 6177). An IPv4-mapped IPv6 address counts as its IPv4 address.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const all = [...groups, ...zeros, ...rest].map((group) => group.replace(/^0+(?=.)/, ''))
  return `${all.slice(0, 4).join(':')}::/64`
}
