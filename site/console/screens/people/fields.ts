import type { Role } from '../../../../shared/domain/kernel/roles.ts'
import type { Tone } from '../../../design/tag.tsx'
import type { FieldOptions } from '../../../staff/form/field.tsx'
import { roleNames } from '../../messages/roles.ts'
import { messages } from './messages.ts'

/** The tone of a user's status. */
export const memberTones: Record<string, Tone> = {
  INVITED: 'waiting',
  ACTIVE: 'done',
  DEACTIVATED: 'wrong',
  LEFT: 'wrong',
}

/** Whether a user has a second factor: an authenticator app or a passkey. */
export const hasFactor = ({ second_factor_since, passkeys }: Factors) =>
  second_factor_since !== null || passkeys > 0
interface Factors {
  second_factor_since: string | null
  passkeys: number
}
/** The address of a user, whose name is their panel's title. */
export const emailFact = ({ name, email }: { name: string; email: string }) =>
  [messages.email, name !== '' && email] as const
/** The number of passkeys, of a user who has some. */
export const passkeysFact = ({ passkeys }: Factors) =>
  [messages.passkeysTitle, passkeys > 0 && String(passkeys)] as const

/** The labels of a user's fields. */
export const personFields = (couriers: ReadonlyMap<string, string>): Record<string, FieldOptions> => ({
  email: { label: messages.email, type: 'email' },
  name: { label: messages.name, autocomplete: 'off' },
  role: { label: messages.role, choiceName: (role) => roleNames[role as Role] },
  courier_id: {
    label: messages.courier,
    hint: couriers.size === 0 ? messages.noCouriers : messages.courierHint,
    choiceName: (id) => couriers.get(id) ?? '—',
  },
})
