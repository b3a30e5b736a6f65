import * as z from 'zod'
import { importable } from '../../../../shared/domain/transfers/kinds.ts'

const notes = ['description', 'examples', 'id']
/** The schema of a row of each kind as JSON Schema, for values alone: an empty cell is a missing field, and never null. */
const schemaOf = (kind: keyof typeof importable): unknown =>
  JSON.parse(
    JSON.stringify(z.toJSONSchema(importable[kind].schema.unwrap(), { io: 'input' })),
    (key, value: unknown) =>
      notes.includes(key) && typeof value !== 'object' ? undefined : withoutNull(value),
  )

function withoutNull(value: unknown): unknown {
  const { anyOf } = (value ?? {}) as { anyOf?: { type?: string }[] }
  const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? []
  return only && others.length === 0 ? only : value
}
export default { shipments: schemaOf('shipments'), contacts: schemaOf('contacts') }
