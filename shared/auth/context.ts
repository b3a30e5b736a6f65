import type { Directory } from '../db/directory.ts'
import type { Grant } from '../db/grant.ts'
import type { Limits } from '../db/limits.ts'
import type { TenantTable } from '../db/table.ts'
import type { Context } from '../domain/context.ts'
import type { Settings } from '../settings.ts'
import type { PublicKeys } from './keys.ts'
import type { PasswordHasher } from './passwords.ts'
import type { TokenSigner, TokenVerifier } from './tokens.ts'

/** What a request without a tenant may touch. It has no table: only a grant, from a token or the directory, opens one. */
export interface PublicContext extends Context {
  /** The client's network address, by which limits count. */
  address: string
  idempotencyKey: string | undefined
  settings: Settings
  version: string
  directory: Directory
  limits: Limits
  tenant(grant: Grant): TenantTable
  /** For the function that may read those secrets: `auth`. */
  passwords(): Promise<PasswordHasher>
  signer(): Promise<TokenSigner>
  verifier(): Promise<TokenVerifier>
  publicKeys(): Promise<PublicKeys>
  /** Logs what an operator should look into. Ids only: no address, e-mail or token. */
  alert(event: string, ids: Record<string, string>): void
}
