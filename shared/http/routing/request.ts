import type { TenantTable } from '../../db/table.ts'
import type { Actor } from '../../domain/kernel/context.ts'

/** A request as the routes see it. Header names are in lower case. */
export interface HttpRequest {
  /** The gateway's id of the request, which the log has too. */
  id: string
  path: string
  headers: Record<string, string | undefined>
  query: Record<string, string>
  /** Each as `name=value`. */
  cookies: readonly string[]
  /** The caller's network, for limits; CloudFront's own if the route has no limit. */
  address: string
  /** The time of arrival, which the whole request uses. */
  now: Date
  /** The milliseconds until the function is stopped. */
  timeLeft(): number
  body?: unknown
}

export interface Caller {
  actor: Actor
  table: TenantTable
}
