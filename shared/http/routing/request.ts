import type { TenantTable } from '../../db/table.ts'
import type { Actor } from '../../domain/kernel/context.ts'

/** A request, as far as the routes care. Header names are in lower case. */
export interface HttpRequest {
  path: string
  headers: Record<string, string | undefined>
  query: Record<string, string>
  /** Of the caller, as limits count it; the edge's own, where the row has no limit. */
  address: string
  /** When it came in: the one moment that all of it goes by. */
  now: Date
  body?: unknown
}

export interface Caller {
  actor: Actor
  table: TenantTable
}
