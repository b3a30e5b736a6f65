import { NewApiKey } from '../../../shared/domain/api-keys/api-keys.ts'
import { exampleOf } from '../api/tenant.ts'
import type { Requests } from './requests.ts'
import { registerVerified, service } from './setup.ts'

const newKey = async () => {
  const { access_token: token } = await registerVerified()
  const create = () => service.call('POST /api/v1/api-keys', { token, body: exampleOf(NewApiKey) })
  return { token, create, key: (await create()).body }
}
/** A request to an API key, or under one. */
const toKey =
  (method: string, under = '', body?: object) =>
  async () => {
    const { token, key } = await newKey()
    return () => service.call(`${method} /api/v1/api-keys/${key.id}${under}`, { token, ...(body && { body }) })
  }
const ask = async () => {
  const { client_id, secret: client_secret } = (await newKey()).key
  const body = { grant_type: 'client_credentials', client_id, client_secret }
  return () => service.call('POST /api/v1/auth/token', { body })
}

export const apiKeysRequests: Requests = {
  'POST /api/v1/auth/token': async () => {
    const again = await ask()
    await again()
    return again
  },
  'POST /api/v1/auth/token, first in an hour': ask,
  'GET /api/v1/api-keys': async () => {
    const { token } = await newKey()
    return () => service.call('GET /api/v1/api-keys?limit=1', { token })
  },
  'POST /api/v1/api-keys': async () => (await newKey()).create,
  'GET /api/v1/api-keys/{id}': toKey('GET'),
  'DELETE /api/v1/api-keys/{id}': toKey('DELETE'),
  'POST /api/v1/api-keys/{id}/rotate': toKey('POST', '/rotate', { overlap_seconds: 0 }),
}
