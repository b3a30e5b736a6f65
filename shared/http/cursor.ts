import type { Position } from '../db/page.ts'
import { ValidationError } from '../core/errors.ts'
import type { Sealer } from '../core/seal.ts'

/** Everything that a cursor is bound to: tenant, path and filters. */
export const listContext = (tenantId: string, path: string, filters: unknown) =>
  JSON.stringify([tenantId, path, filters])

export const sealCursor = (position: Position, sealer: Sealer, context: string) =>
  sealer.seal(JSON.stringify(position), context)

/** The position of a cursor. Throws ValidationError for a cursor of another list. */
export function openCursor(cursor: string, sealer: Sealer, context: string, where: 'query' | 'body'): Position {
  const position = sealer.open(cursor, context)
  if (position !== undefined) return JSON.parse(position) as Position
  throw new ValidationError({
    loc: [where, 'cursor'],
    msg: 'Not a cursor of this list with these filters',
    type: 'value_error',
  })
}
