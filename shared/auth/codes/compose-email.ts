import * as z from 'zod'
import { accountEvents, type AccountEvent, type OutboxMessage } from '../../db/stores/outbox.ts'
import { composeAccountEmail } from '../../mail/account.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import { compose, type Email } from '../../mail/emails.ts'
import { composeRedirected } from '../../mail/redirected.ts'
import { publicUrlOf } from '../../config/function-settings.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { sealer } from '../../core/seal.ts'
import { roleNames, roles } from '../../domain/kernel/roles.ts'
import { languages } from '../../domain/kernel/languages.ts'
import { issuedCode } from './issued-code.ts'

/** The content of an invitation e-mail; sealed in the outbox (shared/domain/users/invitations.ts). */
const Invited = lazySchema(() => z.object({ code: z.string(), company: z.string(), role: z.enum(roles) }))
/** That of the e-mail to a recipient's former address (shared/domain/shipments/redirected.ts). */
const Redirected = lazySchema(() =>
  z.object({ company: z.string(), tracking_id: z.string(), language: z.enum(languages) }),
)
/** That of the code of a hand-over (shared/domain/handovers/send-code.ts). */
const HandedOver = lazySchema(() =>
  z.object({ code: z.string(), company: z.string(), tracking_id: z.string(), language: z.enum(languages) }),
)

/**
 * The e-mail for an outbox message; undefined if there is no recipient. Throws if the sealed content does not
 * open.
 */
export async function composeEmail(message: OutboxMessage, runtime: Runtime): Promise<Email | undefined> {
  const { occasion, to } = message
  const pages = publicUrlOf(runtime.settings)
  const [page, phonePage] = [`${pages}/console`, `${pages}/work`]
  if (isAccountEvent(occasion)) {
    const { posted_at: at, detail = '' } = message
    const own = message.page === 'work' ? phonePage : `${page}#/sessions`
    return composeAccountEmail(occasion, { to, page: own, at, detail })
  }
  if (occasion === 'invitation') {
    const invited = await openInvitation(message, runtime)
    // Couriers work on their phones.
    const own = invited.role === 'courier' ? phonePage : page
    return compose(occasion, { to, page: `${own}#/invitation`, ...invited, role: roleNames[invited.role] })
  }
  if (occasion === 'handover')
    return compose(occasion, { to, ...HandedOver.parse(await opened(message, runtime)) })
  if (occasion === 'redirected') return composeRedirected(to, Redirected.parse(await opened(message, runtime)))
  const issued = await issuedCode(runtime, { ...message, occasion })
  return issued && compose(occasion, { ...issued, page: `${page}#/code` })
}

const isAccountEvent = (occasion: OutboxMessage['occasion']): occasion is AccountEvent =>
  accountEvents.some((event) => event === occasion)

/** The sealed content of an invitation's outbox message. Throws if it does not open. */
export const openInvitation = async (message: OutboxMessage, runtime: Pick<Runtime, 'secret'>) =>
  Invited.parse(await opened(message, runtime))

async function opened(
  { id, sealed = '' }: OutboxMessage,
  { secret }: Pick<Runtime, 'secret'>,
): Promise<unknown> {
  const { open } = await secret('sealing', sealer)
  return JSON.parse(open(sealed, id) ?? 'null')
}
