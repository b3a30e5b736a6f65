import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { clientNetwork } from '../core/network.ts'
import type { Keyring, SecretName, Secrets } from '../config/secrets.ts'
import type { FunctionSettings } from '../config/function-settings.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { HttpRequest } from './routing/request.ts'
import type { Route } from './routing/route.ts'

/**
 * The headers by which CloudFront proves that it forwarded a request, and passes the viewer's address: an IP address, which
 * its function writes over what a client sends (lib/stacks/edge/api.ts).
 */
export const originSecretHeader = 'X-Origin-Secret'
export const viewerAddressHeader = 'X-Viewer-Address'
/** `address:port`, from a distribution that was deployed before its function. It counts only without the header above. */
export const formerViewerAddressHeader = 'CloudFront-Viewer-Address'

/** Whether a route needs the client's network: for its limit, or for the audit log. */
export const needsClientAddress = ({ access, kind, limit }: Pick<Route, 'access' | 'kind' | 'limit'>) =>
  access === 'tenant' || kind !== 'read' || limit !== undefined

/** Secrets that prove that a request came through the edge: for routes that need the client's network, or all if others are refused. */
export const edgeSecrets = (
  routes: readonly Route[],
  { edgeOnly }: Pick<FunctionSettings, 'edgeOnly'>,
): SecretName[] => (edgeOnly || routes.some(needsClientAddress) ? ['origin'] : [])

/**
 * Whether a request may be answered: with the setting `edgeOnly`, only if it came through the edge, and so through its
 * firewall. `headers` have lower-case names.
 */
export const isAcceptedAddress = async (
  { settings, secret }: Pick<Runtime, 'settings' | 'secret'>,
  headers: HttpRequest['headers'],
): Promise<boolean> => !settings.edgeOnly || (await isFromEdge(secret, headers))

/**
 * The network of a client, by which limits count and which the audit log names: that of the gateway's source address, or, with
 * CloudFront's secret, of the viewer's address. Clients can send these headers to the API directly, so without the secret they are
 * ignored; X-Forwarded-For, which any proxy can extend, always is.
 */
export async function clientAddress(secret: Secrets, { address, headers }: HttpRequest): Promise<string> {
  // Node builds a large pattern for its first address, so requests that cannot be CloudFront's skip it.
  const viewer = headers[originHeader] && viewerOf(headers)
  return viewer && (await isFromEdge(secret, headers)) ? clientNetwork(viewer) : address
}

const originHeader = originSecretHeader.toLowerCase()
async function isFromEdge(secret: Secrets, headers: HttpRequest['headers']): Promise<boolean> {
  const shown = headers[originHeader]
  return shown !== undefined && (await secret('origin', isOneOf))(shown)
}

function viewerOf(headers: HttpRequest['headers']): string | undefined {
  const written = headers[viewerAddressHeader.toLowerCase()]
  if (written === undefined) return viewerAddress(headers[formerViewerAddressHeader.toLowerCase()])
  return isIP(written) ? written : undefined
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
