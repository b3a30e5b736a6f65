import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { absent, all, any, atLeast, equals } from '../conditions.ts'
import { digest, partitions } from '../keys.ts'
import type { Write } from '../requests.ts'
import type { Store } from '../store.ts'

/** How long a user may take at an identity provider, in milliseconds. */
const lasts = 600_000

const Begun = lazySchema(() =>
  z.object({
    provider: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    redirect_uri: z.string(),
    /** For the session that it opens. */
    device_name: z.string().optional(),
  }),
)
/** The data of a started sign-in, which its callback is checked against. */
export type SignInBegun = z.output<typeof Begun>

/** Sign-ins in progress at an identity provider, by `state`, of which only the digest is stored. */
export const signInStates = (store: Store) => {
  const keyOf = (state: string) => ({ pk: `${partitions.signIns}${digest(state)}`, sk: 'S' })
  return {
    begin(state: string, begun: SignInBegun, now: Date): Write {
      const ends = now.getTime() + lasts
      return { put: { ...keyOf(state), ...begun, ends, ttl: Math.ceil(ends / 1000) }, when: absent('pk') }
    },

    /**
     * Consumes the sign-in of a state at this provider, once and within ten minutes; undefined for anything else.
     * It is consumed before any other call, so that no callback runs twice. The write is idempotent.
     */
    async take(state: string, provider: string, now: Date): Promise<SignInBegun | undefined> {
      const taker = randomUUID()
      const { done, item } = await store.update({
        update: keyOf(state),
        change: { set: { taker } },
        when: all(
          equals('provider', provider),
          atLeast('ends', now.getTime() + 1),
          any(absent('taker'), equals('taker', taker)),
        ),
      })
      return done ? Begun.parse(item) : undefined
    },
  }
}
export type SignInStates = ReturnType<typeof signInStates>
