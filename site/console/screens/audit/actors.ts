import type { components } from '../../../../shared/client/api-types.ts'
import { messages } from './messages.ts'

export type AuditEntry = components['schemas']['AuditEntry']

/** Who did it. */
export function actorOf({ actor_type, actor_id }: AuditEntry, actors: ReadonlyMap<string, string>): string {
  if (actor_type === 'service') return messages.service
  if (actor_id === null) return '—'
  return actors.get(actor_id) ?? (actor_type === 'api_key' ? messages.deletedKey : messages.former)
}
