import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { mintGrant, type Grant } from './grant.ts'
import { directoryKey, type DirectoryKind } from './keys.ts'
import type { Store } from './store.ts'

const Entry = z.object({ tenant_id: z.guid(), ref: z.string() })

/** The only way from a name that anyone may know to a tenant. */
export const directory = (store: Store) => ({
  async find(kind: DirectoryKind, key: string): Promise<{ grant: Grant; ref: string } | undefined> {
    const item = await store.get(directoryKey(kind, key))
    if (!item) return undefined
    const entry = Entry.parse(item)
    return { grant: mintGrant(entry.tenant_id), ref: entry.ref }
  },
  /** The right to a new tenant, which begins to exist with the next transaction; to no other. */
  found: (): Grant => mintGrant(randomUUID()),
})
export type Directory = ReturnType<typeof directory>
