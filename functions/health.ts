import type { Route } from '../shared/http/route.ts'
import type { SecretName } from '../shared/secrets.ts'
export const secrets: SecretName[] = []
export const routes: Route[] = [{ method: 'GET', path: '/' }]
export const handler = () =>
  Promise.resolve({
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"status":"healthy"}',
  })
