import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Keyring, SecretName, Secrets } from '../config/secrets.ts'
import type { HttpRequest } from './routing/request.ts'
import type { Route } from './routing/route.ts'

/**
 * The headers by which CloudFront proves that it forwarded a request, and passes the viewer's address
 * (lib/stacks/edge/stack.ts).
 */
export const originSecretHeader = 'X-Origin-Secret'
export const viewerAddressHeader = 'CloudFront-Viewer-Address'

/** Secrets that identify the client's address, needed by routes with a limit. */
export const addressSecrets = (routes: readonly Route[]): SecretName[] =>
  routes.some(({ limit }) => limit) ? ['origin'] : []

/**
 * The network by which limits count a caller: that of the gateway's source address, or, with CloudFront's secret,
 * of the viewer's address. Clients can send these headers to the API directly, so without the secret they are
 * ignored; X-Forwarded-For, which any proxy can extend, always is.
 */
export async function clientAddress(secret: Secrets, { address, headers }: HttpRequest): Promise<string> {
  const shown = headers[originSecretHeader.toLowerCase()]
  // Node builds a large pattern for its first address, so requests that cannot be CloudFront's skip it.
  const viewer = shown && viewerAddress(headers[viewerAddressHeader.toLowerCase()])
  if (!shown || !viewer) return address
  return (await secret('origin', isOneOf))(shown) ? clientNetwork(viewer) : address
}

/** The address of `ip:port`, with or without brackets around an IPv6 address. */
export function viewerAddress(text = ''): string | undefined {
  const [, bracketed, bare] = /^(?:\[(.+)\]|(.+)):\d{1,5}$/.exec(text) ?? []
  const ip = bracketed ?? bare ?? ''
  return isIP(ip) ? ip : undefined
}

/** Any key of the ring is valid, so that a new one can be added before CloudFront sends it. */
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
