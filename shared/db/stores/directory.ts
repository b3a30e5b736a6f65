import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { lazySchema } from '../../core/lazy-schema.ts'
import { mintGrant, type Grant } from '../grant.ts'
import { directoryKey, type DirectoryKind } from '../keys.ts'
import type { Store } from '../store.ts'

/** An entry that leads to a tenant. */
export const DirectoryEntry = lazySchema(() => z.object({ tenant_id: z.guid(), ref: z.string() }))

/** The only way from a public key, such as an e-mail address, to a tenant. */
export const directory = (store: Store) => ({
  async find(kind: DirectoryKind, key: string): Promise<{ grant: Grant; ref: string } | undefined> {
    const item = await store.get(directoryKey(kind, key))
    if (!item) return undefined
    const entry = DirectoryEntry.parse(item)
    return { grant: mintGrant(entry.tenant_id), ref: entry.ref }
  },
  /** A grant for a new tenant, which the caller then creates. */
  found: (): Grant => mintGrant(randomUUID()),
})
export type Directory = ReturnType<typeof directory>
