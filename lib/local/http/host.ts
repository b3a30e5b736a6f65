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

/** Whether a browser sent the request for a page of another origin. */
export const isCrossOrigin = ({ origin, host = '' }: IncomingHttpHeaders): boolean =>
  origin !== undefined && origin !== `http://${host}`
