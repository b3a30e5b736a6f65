import * as z from 'zod'
import type { OutboxMessage } from '../../db/stores/outbox.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { compose, type Email } from '../../mail/emails.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { sealer } from '../../core/seal.ts'
import { issuedCode } from './issued-code.ts'

/** The content of an invitation e-mail; sealed in the outbox (shared/domain/users/users.ts). */
const Invited = lazySchema(() => z.object({ code: z.string(), company: z.string(), role: z.string() }))

/**
 * The e-mail for an outbox message; undefined if there is no recipient. Throws if the sealed content does not
 * open.
 */
export async function composeEmail(message: OutboxMessage, runtime: Runtime): Promise<Email | undefined> {
  const { id, occasion, to, sealed = '' } = message
  if (occasion !== 'invitation') {
    const issued = await issuedCode(runtime, { ...message, occasion })
    return issued && compose(occasion, issued)
  }
  const { open } = await runtime.secret('sealing', sealer)
  return compose(occasion, { to, ...Invited.parse(JSON.parse(open(sealed, id) ?? 'null')) })
}
