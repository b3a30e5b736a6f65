import { randomInt } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that a code survives being read aloud and typed. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code of `length` characters, 5 bits each. */
export const randomCode = (length: number) => Array.from({ length }, () => crockford[randomInt(32)]).join('')

/** 65 bits: a tracking id is all that a stranger needs, so it must not be guessed. */
export const newTrackingId = () => `TRK-${randomCode(13)}`

/** 50 bits: a code is looked up within its tenant, and a label's signature keeps others from being made up. */
export const newPackageCode = () => `PKG-${randomCode(10)}`
