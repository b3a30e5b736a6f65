import { sealer } from '../../core/seal.ts'
import type { TenantWork } from '../kernel/context.ts'
import type { WebhookRecord } from './record.ts'

const contextOf = (id: string) => `secret of webhook ${id}`

/** Seals secrets (AES-256-GCM under the secret `webhooks`); one opens for the webhook alone that it was sealed for. */
export async function webhookSecrets({ secret }: Pick<TenantWork, 'secret'>) {
  const { seal, open } = await secret('webhooks', sealer)
  const opened = (sealed: string, id: string) => {
    const text = open(sealed, contextOf(id))
    if (text === undefined) throw new Error(`The secret of webhook ${id} does not open`)
    return text
  }
  return {
    seal: (text: string, id: string) => seal(text, contextOf(id)),
    /** The secrets that sign at a moment, the newest first. Throws an Error where the key is gone from the secret. */
    signing({ id, secret_sealed, former = [] }: WebhookRecord, at: Date) {
      const still = former.filter(({ until }) => until > at.toISOString()).map(({ sealed }) => sealed)
      return [secret_sealed, ...still].map((sealed) => opened(sealed, id))
    },
  }
}
