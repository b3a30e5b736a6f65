import { effect, signal } from '@preact/signals'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { endReason, user } from '../../staff/api/session.ts'
import { isSignOutKept } from '../../staff/api/pending-sign-out.ts'
import { forgetReads, forgetWorker, keepWorker, keptWorker, type Worker } from '../queue/store.ts'

/** The user of this phone, whom it knows also without a connection; undefined until one has signed in. It stays when the session ends, so that a task can go on. */
export const worker = signal<Worker | undefined>(undefined)
/** Whether the session has ended, so that nothing is sent until the user signs in again; tasks go on. */
export const needsSignIn = signal(false)
/** Whether the form to do so is shown. */
export const isSigningIn = signal(false)

/** The user from before the page was closed, unless they have signed out here or in the console. */
export async function restoreWorker(): Promise<void> {
  const kept = await keptWorker()
  const hasSignedOut = (await isSignOutKept()) || endReason.value === 'signedOut'
  if (!hasSignedOut) worker.value = kept
}

/** Follows the session: a token that was renewed has the role of today. */
effect(() => {
  if (user.value) {
    worker.value = user.value
    isSigningIn.value = false
    needsSignIn.value = false
    void keepWorker(user.value)
  } else if (endReason.value !== '') void endedFor(worker.peek(), endReason.value)
})

/** Deletes the cache of reads: a manager may have ended the session of a lost phone. The queue stays. */
async function endedFor(one: Worker | undefined, reason: 'ended' | 'signedOut'): Promise<void> {
  needsSignIn.value = true
  if (reason === 'signedOut') {
    worker.value = undefined
    await forgetWorker()
  } else if (one) await forgetReads(one.id)
}

/** True if the user has one of these roles. For display only: the service authorises each request. */
export const mayDo = (roles: readonly Role[]) => worker.value !== undefined && roles.includes(worker.value.role)
