import type { OutboxMessage } from '../../db/stores/outbox.ts'
import { users } from '../../domain/users/record.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { codeMaker, codes, isFresh, storeCode, type Purpose } from './record.ts'

/**
 * The code for an outbox message and the address of its user; the code is stored first. Undefined without a
 * recipient, if there is nothing left to verify, or if a newer code exists. A redelivered message gets the same
 * code, as long as it was not used.
 */
export async function issuedCode(
  { directory, tenant, secret, store, clock }: Runtime,
  message: OutboxMessage & { occasion: Purpose },
): Promise<{ to: string; code: string } | undefined> {
  const { id, occasion: purpose, posted_at } = message
  const found = await directory.find('email', message.to)
  if (!found) return undefined
  const table = tenant(found.grant)
  const user = await table.find(users, { id: found.ref })
  if (!user?.is_active || (purpose === 'verification' && user.email_verified)) return undefined
  const maker = await secret('pepper', codeMaker)
  const code = maker.codeOf(message)
  const hash = maker.hash(user.id, purpose, code)
  const stored = await store.commit([storeCode(table, { user_id: user.id, purpose, id, hash, posted_at })])
  if (stored === 'stale') {
    const storedCode = await table.find(codes, { user_id: user.id, purpose })
    if (storedCode?.id !== id || !isFresh(storedCode, clock())) return undefined
  }
  return { to: user.email, code }
}
