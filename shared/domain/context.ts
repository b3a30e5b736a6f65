import type { TenantTable } from '../db/table.ts'
import type { Role } from './roles.ts'

/** Who asks, as the access token says. */
export interface Actor {
  user_id: string
  tenant_id: string
  company_id: string
  role: Role
}

/** What every request has: the clock and the ids, given from outside so that tests can give theirs. */
export interface Context {
  /** When the request came in. */
  now: Date
  newId(): string
}

/** What a signed-in request may touch: its tenant's table. */
export interface TenantContext extends Context {
  actor: Actor
  table: TenantTable
  /** Throws a refusal where the request names (If-Match) another version than this one. */
  expectVersion(version: number): void
}
