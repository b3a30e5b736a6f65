import { sealer } from '../../core/seal.ts'
import type { TenantWork } from '../kernel/context.ts'
import type { WebhookRecord } from './record.ts'

const contextOf = (id: string) => `secret of webhook ${id}`

/** Seals secrets (AES-256-GCM with the secret `webhooks`); a sealed secret opens only for its own webhook. */
export async function webhookSecrets({ secret }: Pick<TenantWork, 'secret'>) {
  const { seal, open } = await secret('webhooks', sealer)
  const opened = (sealed: string, id: string) => {
    const text = open(sealed, contextOf(id))
    if (text === undefined) throw new Error(`The secret of webhook ${id} does not open`)
    return text
  }
  return {
    seal: (text: string, id: string) => seal(text, contextOf(id)),
    /** The secrets that sign at a time, newest first. Throws an Error if the key is no longer in the secret. */
    signing({ id, secret_sealed, former = [] }: WebhookRecord, at: Date) {
      const still = former.filter(({ until }) => until > at.toISOString()).map(({ sealed }) => sealed)
      return [secret_sealed, ...still].map((sealed) => opened(sealed, id))
    },
  }
}
