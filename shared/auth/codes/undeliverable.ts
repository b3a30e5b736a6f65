import { transact } from '../../db/commit.ts'
import { digest } from '../../db/keys.ts'
import type { OutboxMessage } from '../../db/stores/outbox.ts'
import { users } from '../../domain/users/record.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openInvitation } from './compose-email.ts'

/**
 * Marks the invitation of an outbox message whose e-mail was rejected, so that its company sees it. Other e-mails
 * change nothing: a visible mark would tell whether an address is registered. Nor does the e-mail of an invitation that
 * was sent again or accepted since. May be repeated.
 */
export async function markUndeliverable(message: OutboxMessage, runtime: Runtime): Promise<void> {
  if (message.occasion !== 'invitation') return
  const { code } = await openInvitation(message, runtime)
  const found = await runtime.directory.find('invitation', code)
  if (!found) return
  const table = runtime.tenant(found.grant)
  await transact(runtime.store, async () => {
    const user = await table.find(users, { id: found.ref })
    const { invitation } = user ?? {}
    const isCurrent = invitation?.code === digest(code) && !invitation.undeliverable
    if (!user || !isCurrent) return { writes: [], result: undefined }
    const change = { invitation: { ...invitation, undeliverable: true } }
    return { writes: [table.updateVersion(users, user, change).write], result: undefined }
  })
}
