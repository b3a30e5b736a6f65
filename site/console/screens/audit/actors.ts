import type { components } from '../../../../shared/client/api-types.ts'
import { api } from '../../../staff/api/client.ts'
import { useList } from '../../../staff/api/read.ts'
import { useUserNames } from '../../ui/user-names.ts'
import { messages } from './messages.ts'

export type AuditEntry = components['schemas']['AuditEntry']

/** The users and API keys of the company by id, as the log names them. */
export function useActors(): ReadonlyMap<string, string> {
  const users = useUserNames()
  const { items } = useList(
    ['keys', 'names'],
    (page) => api.GET('/api/v1/api-keys', { params: { query: page } }),
    { isWhole: true },
  )
  return new Map([...users, ...items.map(({ id, name }) => [id, messages.apiKey(name)] as const)])
}

/** Who did it. */
export function actorOf({ actor_type, actor_id }: AuditEntry, actors: ReadonlyMap<string, string>): string {
  if (actor_type === 'service') return messages.service
  if (actor_id === null) return '—'
  return actors.get(actor_id) ?? (actor_type === 'api_key' ? messages.deletedKey : messages.former)
}
