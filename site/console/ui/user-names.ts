import { managerRoles } from '../../../shared/domain/kernel/roles.ts'
import { api } from '../../staff/api/client.ts'
import { useList, useRead } from '../../staff/api/read.ts'
import { hasRole } from '../../staff/api/session.ts'
import { office } from '../messages/office.ts'
import { texts } from '../../staff/messages/language.ts'

const messages = texts({
  apiKey: [
    (name: string) => `API key ${name}`,
    (name: string) => `Ключ API ${name}`,
    (name: string) => `API გასაღები ${name}`,
    (name: string) => `مفتاح API ${name}`,
  ],
})

/** The user's own id. */
export const useOwnId = () => useRead(['me'], () => api.GET('/api/v1/users/me')).data?.body.id

/** The users of the company; none to those who are no managers. */
export const useUsers = () =>
  useList(
    ['people', 'names'],
    (page) => api.GET('/api/v1/users', { params: { query: { limit: 200, ...page } } }),
    { isWhole: true, enabled: hasRole(managerRoles) },
  ).items

/** The users of the company by id: the user is "You"; the names of others, or their addresses, are for managers. */
export function useUserNames(): ReadonlyMap<string, string> {
  const own = useOwnId()
  const items = useUsers()
  return new Map([
    ...items.map(({ id, name, email }) => [id, name || email] as const),
    ...(own === undefined ? [] : [[own, office.you] as const]),
  ])
}

/** The users and API keys of the company by id: who did what is done. Others than managers learn only what they did themselves. */
export function useActorNames(): ReadonlyMap<string, string> {
  const users = useUserNames()
  const { items } = useList(
    ['keys', 'names'],
    (page) => api.GET('/api/v1/api-keys', { params: { query: page } }),
    { isWhole: true, enabled: hasRole(managerRoles) },
  )
  return new Map([...users, ...items.map(({ id, name }) => [id, messages.apiKey(name)] as const)])
}
