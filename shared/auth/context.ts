import type { Directory } from '../db/directory.ts'
import type { Grant } from '../db/grant.ts'
import type { Limits } from '../db/limits.ts'
import type { TenantTable } from '../db/table.ts'
import type { Context } from '../domain/context.ts'
import type { Secrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'

/** What a request without a tenant may touch. It has no table: only a grant, from a token or the directory, opens one. */
export interface PublicContext extends Context {
  /** The time by now; `now` is when the request came in. */
  clock(): Date
  /** The client's network address, by which limits count. */
  address: string
  /** Throws Invalid for a key that is none. */
  idempotencyKey(): string | undefined
  settings: Settings
  version: string
  directory: Directory
  limits: Limits
  tenant(grant: Grant): TenantTable
  /** Only the function `auth` may read `signing` and `pepper`. */
  secret: Secrets
  /** Logs what an operator should look into. Ids only: no address, e-mail or token. */
  alert(event: string, ids: Record<string, string>): void
}
