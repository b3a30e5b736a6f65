import { randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that codes can be read aloud and typed. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code of `length` characters, 5 bits each. */
export const randomCode = (length: number) => Array.from({ length }, () => crockford[randomInt(32)]).join('')

/** 65 bits: a tracking id is the only secret of public tracking, so it must not be guessable. */
export const newTrackingId = () => `TRK-${randomCode(13)}`

/** 50 bits: a code is looked up within its tenant, and labels are signed. */
export const newPackageCode = () => `PKG-${randomCode(10)}`
