import type { IncomingMessage } from 'node:http'
import { loopbackServer } from '../http/loopback-server.ts'
import type { AccessControl } from '../iam/access.ts'
import type { SecretValue } from './secrets.ts'

/**
 * The HTTP interface of the AWS Parameters and Secrets Lambda Extension on loopback (AWS Lambda developer guide, "Use
 * Secrets Manager secrets in Lambda functions"). Returns secrets by ARN or name. Requests need the function's session
 * token.
 */
export const serveSecretsExtension = (values: ReadonlyMap<string, SecretValue>, access: AccessControl) =>
  loopbackServer((request, response) => {
    const [status, body] = handle(request, values, access)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

function handle(
  { method, url = '/', headers }: IncomingMessage,
  values: ReadonlyMap<string, SecretValue>,
  access: AccessControl,
): [number, unknown] {
  const token = String(headers['x-aws-parameters-secrets-token'])
  if (!access.isKnown(token)) return [401, { message: 'Unauthorized' }]
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  if (method !== 'GET' || pathname !== '/secretsmanager/get') return [404, { message: 'Not Found' }]
  const id = searchParams.get('secretId')
  if (!id) return [400, { message: 'secretId is missing' }]
  const found = values.get(id) ?? [...values.values()].find(({ Name }) => Name === id)
  const denialReason =
    found && access.denialReason(token, { action: 'secretsmanager:GetSecretValue', resource: found.ARN })
  if (denialReason) return [400, { message: denialReason }]
  if (found && (searchParams.get('versionStage') ?? 'AWSCURRENT') === 'AWSCURRENT') return [200, found]
  return [404, { message: "Secrets Manager can't find the specified secret." }]
}
