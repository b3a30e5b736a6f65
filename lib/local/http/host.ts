import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a request names this machine by an address or as localhost, or by one of `names`. A web page whose name its
 * owner resolves to this machine (DNS rebinding) sends that name.
 */
export function isLocalHost({ host = '' }: IncomingHttpHeaders, names: readonly string[] = []): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? ''
  return (
    isIP(name.replace(/^\[|\]$/g, '')) !== 0 ||
    /^(.+\.)?localhost$/.test(name) ||
    (name !== '' && names.includes(name))
  )
}

/** Whether a browser sent the request for a page of this machine, or of one of `hosts`; without Origin there is no page. */
export function isOwnPage({ origin }: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  if (origin === undefined) return true
  const name = URL.parse(origin)?.hostname ?? ''
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(name) || (name !== '' && hosts.includes(name))
}

/**
 * Whether a browser sent the request for a page of another origin. Some such requests have no Origin; Fetch Metadata names them
 * (W3C, "Sec-Fetch-Site"). A link to a page is followed: the page that contains it reads nothing.
 */
export const isCrossOrigin = (headers: IncomingHttpHeaders): boolean => {
  const { origin, host = '', 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers
  if (origin !== undefined) return origin !== `http://${host}`
  return site === 'cross-site' && mode !== 'navigate'
}
