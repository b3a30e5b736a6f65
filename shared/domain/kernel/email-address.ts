import { domainToASCII, domainToUnicode } from 'node:url'
import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'

/**
 * An e-mail address as it is stored and sent to: an international domain in Punycode (RFC 5891), since SES takes ASCII only. One
 * that is none is returned as it is given.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // Of a domain in ASCII, letter case stays.
  if (at < 0 || isAscii(domain)) return address
  return `${address.slice(0, at + 1)}${domainToASCII(domain) || domain}`
}
/** An address of `asciiAddress` as people read it: an international domain in its own script. */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || !/(^|\.)xn--/i.test(domain)) return address
  return `${address.slice(0, at + 1)}${domainToUnicode(domain) || domain}`
}
const plain = lazySchema(() => z.email())
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Why an address of `asciiAddress` is refused; undefined if it is not. */
export function faultOfAddress(address: string): string | undefined {
  const letter = Array.from(address.slice(0, address.lastIndexOf('@'))).find((one) => !isAscii(one))
  if (address.includes('@') && letter !== undefined)
    return `Letters are sent to addresses with ASCII characters before the @ only; this one has ${letter} there`
  // Zod's pattern knows no top-level domains in Punycode, such as .xn--p1ai (.рф).
  const known = address.replace(/\.xn--[a-z\d-]+$/i, '.xn')
  return plain.safeParse(known).success ? undefined : 'Invalid email address'
}
