import * as z from 'zod'
import { hkdfSync } from 'node:crypto'
import { currentKey, type Keyring } from '../../config/secrets.ts'
import { lazySchema } from '../../core/lazy-schema.ts'
import type { TenantContext } from '../kernel/context.ts'

/** The keys with which a phone seals what waits on it for the service, the one for new entries first. */
export const PhoneKeys = lazySchema(() =>
  z
    .object({
      keys: z
        .array(
          z.object({
            id: z.string().meta({ description: 'Which of the keys it is', examples: ['1'] }),
            key: z.string().meta({
              description: 'A key of AES-256, in base64url',
              examples: ['ZnJvbSB0aGUgc2lnbi1pbiBvZiB0aGUgdXNlciBvbmx5ISE'],
            }),
          }),
        )
        .meta({
          description: 'The key for new entries first; older ones open what was sealed before a rotation',
        }),
    })
    .meta({ id: 'PhoneKeys' }),
)

/** The keys of the user's phones: derived from the stage's keyring (HKDF, RFC 5869), so that they are stored nowhere. */
export async function phoneKeys({ actor, secret }: TenantContext): Promise<z.input<typeof PhoneKeys>> {
  const ring = await secret('sealing', numberedKeys)
  const ofUser = (key: string) =>
    Buffer.from(hkdfSync('sha256', key, actor.tenant_id, `phone:${actor.user_id}`, 32)).toString('base64url')
  return { keys: ring.map(({ number, key }) => ({ id: String(number), key: ofUser(key) })) }
}

/** The current key of a keyring, then its older ones, the newest first. */
export function numberedKeys(keys: Keyring) {
  const { number: current } = currentKey(keys)
  return Object.entries(keys)
    .map(([number, key]) => ({ number: Number(number), key }))
    .filter(({ number }) => number <= current)
    .sort((a, b) => b.number - a.number)
}
