import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { clientNetwork } from '../core/network.ts'
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
