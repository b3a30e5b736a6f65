import { generateSecret, generateURI, verifySync } from 'otplib'
import { digest } from '../../db/keys.ts'
import { epochSeconds } from '../../db/entity.ts'
import { randomCode } from '../../domain/kernel/codes.ts'
import type { SecondFactor } from './record.ts'

/** How authenticator apps name the account. */
const issuer = 'Courier Logistics'
/** Seconds by which the clock of a phone may differ: codes of the neighbouring time steps are valid (RFC 6238 §5.2). */
const tolerance = 30

/** A new secret of 160 bits in base 32 (RFC 4226 §4), and the address that apps read from a QR code. */
export function newSecret(email: string): { secret: string; uri: string } {
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer, label: email, secret }) }
}

/** Ten codes of 80 bits for the day when the phone is lost, as `7K2M-9QX4-TB3V-W5ZN`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => Array.from({ length: 4 }, () => randomCode(4)).join('-'))

export const recoveryDigest = (code: string) => digest(code.replace(/[\s-]/g, '').toUpperCase())

/** What using a code changes of its factor, and the methods that it proves (`amr`, RFC 8176 §2). */
export interface UsedCode {
  change: Partial<SecondFactor>
  methods: readonly string[]
}

/**
 * Uses a code of the app (RFC 6238), or a recovery code. Undefined for one that is wrong or was used. `secret` is the opened one.
 */
export function useCode(
  { last_step, recovery }: SecondFactor,
  secret: string,
  code: string,
  now: Date,
): UsedCode | undefined {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) {
    const left = recovery.filter((one) => one !== recoveryDigest(code))
    return left.length < recovery.length ? { change: { recovery: left }, methods: ['mfa'] } : undefined
  }
  const epoch = epochSeconds(now)
  const result = verifySync({ secret, token, epoch, epochTolerance: tolerance, afterTimeStep: last_step })
  return result.valid && 'timeStep' in result
    ? { change: { last_step: result.timeStep }, methods: ['otp', 'mfa'] }
    : undefined
}
