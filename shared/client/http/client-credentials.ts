import type { CourierApi } from '../methods.ts'
import type { ApiKey } from './credentials.ts'
import { unwrap } from './errors.ts'
import type { TokenSource } from './token.ts'

/**
 * Access tokens for an API key, each used until the service refuses it. `api` sends requests without a token; requests that
 * need another token at the same time share it. Throws CourierError, and the errors of fetch.
 */
export function keyTokens(api: CourierApi, { clientId, clientSecret }: ApiKey): TokenSource {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  let current: string | undefined
  let request: Promise<string> | undefined
  const next = async () => {
    const { access_token } = await unwrap(api.POST('/api/v1/auth/token', { body }))
    return (current = access_token)
  }
  return (refused) => {
    if (current !== undefined && current !== refused) return current
    return (request ??= next().finally(() => (request = undefined)))
  }
}
