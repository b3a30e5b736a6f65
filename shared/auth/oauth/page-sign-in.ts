import { randomBytes } from 'node:crypto'

/** The pages of the service that can begin a sign-in. A request names one, and never an address (RFC 9700 §4.11). */
export const signInPages = ['console', 'work'] as const
type SignInPage = (typeof signInPages)[number]

/** 256 bits, in 43 characters that are safe in URLs. */
export const random = () => randomBytes(32).toString('base64url')

/** A new `state`. That of a page names it, so that the callback needs no read to know where to send the browser. */
export const newState = (page: SignInPage | undefined) => (page ? `${page}.` : '') + random()

/** The page that began the sign-in of a state; undefined for that of any other client. */
export const pageOf = (state = '') => signInPages.find((page) => state.startsWith(`${page}.`))
