import * as z from 'zod'
import type { OutboxMessage } from '../../db/stores/outbox.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { compose, type Email } from '../../mail/emails.ts'
import { publicUrlOf } from '../../config/function-settings.ts'
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
  const { occasion, to } = message
  const board = `${publicUrlOf(runtime.settings)}/board`
  if (occasion === 'invitation')
    return compose(occasion, { to, page: `${board}#/invitation`, ...(await openInvitation(message, runtime)) })
  const issued = await issuedCode(runtime, { ...message, occasion })
  return issued && compose(occasion, { ...issued, page: `${board}#/code` })
}

/** What was sealed into the outbox message of an invitation. Throws if it does not open. */
export async function openInvitation({ id, sealed = '' }: OutboxMessage, { secret }: Pick<Runtime, 'secret'>) {
  const { open } = await secret('sealing', sealer)
  return Invited.parse(JSON.parse(open(sealed, id) ?? 'null'))
}
