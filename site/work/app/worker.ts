import { effect, signal } from '@preact/signals'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { account, user } from '../../staff/api/session.ts'

/** The user of this phone, whom it knows also without a connection. */
export interface Worker {
  id: string
  email: string
  role: Role
}
const key = 'worker'

function kept(): Worker | undefined {
  const text = localStorage.getItem(key)
  const one = text === null ? undefined : (JSON.parse(text) as Worker)
  return one?.email === account() ? one : undefined
}
/** Undefined without a session: then the user has to sign in. */
export const worker = signal<Worker | undefined>(kept())

/** Follows the session: a token that was renewed has the role of today. */
effect(() => {
  if (user.value) {
    worker.value = user.value
    localStorage.setItem(key, JSON.stringify(user.value))
  } else if (account() === '') worker.value = undefined
})

/** True if the user has one of these roles. For display only: the service authorises each request. */
export const mayDo = (roles: readonly Role[]) => worker.value !== undefined && roles.includes(worker.value.role)
