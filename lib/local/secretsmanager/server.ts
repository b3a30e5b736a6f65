import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { loopbackServer } from '../http/loopback-server.ts'
import type { AccessControl } from '../iam/access.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import { S3Error } from '../s3/error.ts'
import { verifyRequest } from '../s3/signature.ts'
import { fail, notImplemented, SecretsError } from './error.ts'
import { operations, secretIdOf, type Input } from './operations.ts'
import { rotationFunctions } from './rotation.ts'
import type { SecretValue } from './secrets.ts'
import { findSecret, type SecretStore } from './store.ts'

/**
 * A local Secrets Manager with the operations in `operations`, on loopback, in the AWS JSON 1.1 protocol. Requests need a
 * signature with the local keys. Functions need permissions in their roles; without a session token, the caller is the
 * owner, who may do anything. `save` is called after changes to `values`.
 */
export async function serveSecretsManager(
  values: Map<string, SecretValue>,
  {
    access,
    ...options
  }: { access: AccessControl; descriptions: SecretStore['descriptions']; save: () => void },
) {
  const store: SecretStore = { values, pending: new Map(), rotations: new Map(), ...options }

  async function execute(request: IncomingMessage): Promise<unknown> {
    const { headers } = request
    const body = await buffer(request)
    verifySignature(request, body)
    const token = headers['x-amz-security-token']?.toString()
    const name = String(headers['x-amz-target']).replace('secretsmanager.', '')
    if (token !== undefined && !access.isKnown(token))
      fail('UnrecognizedClientException', 'The security token included in the request is invalid.')
    const operation = operations.find((one) => one.name === name) ?? notImplemented(`the operation ${name}`)
    const input = JSON.parse(body.toString() || '{}') as Input
    const known = operation.target === 'secret' ? ['SecretId', ...operation.parameters] : operation.parameters
    const unknown = Object.keys(input).find((one) => !known.includes(one))
    if (unknown !== undefined) notImplemented(`the parameter ${unknown} of ${name}`)
    const authorize = (resource: string) => {
      const denialReason = access.denialReason(token, { action: `secretsmanager:${name}`, resource })
      if (denialReason) fail('AccessDeniedException', denialReason)
    }
    if (operation.target === 'service') {
      authorize('*')
      return operation.handle(store, input)
    }
    const secret = findSecret(store, secretIdOf(input))
    authorize(secret.ARN)
    return operation.handle(store, secret, input)
  }

  const server = await loopbackServer((request, response) => {
    const respond = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    execute(request).then(
      (result) => respond(200, result),
      (error: unknown) => {
        const { status, type, message } =
          error instanceof SecretsError ? error : new SecretsError('InternalServiceError', String(error), 500)
        respond(status, { __type: type, message })
      },
    )
  })
  return {
    ...server,
    /** Sets the rotation functions. They start after this server, since they need its URL. Throws StartupError. */
    setRotations(functions: readonly LambdaFunction[], rotationArns: ReadonlyMap<string, string>) {
      store.rotations = rotationFunctions(functions, rotationArns)
    },
  }
}

/** Throws SecretsError unless the request is signed with the local keys. Only S3's clients send the payload's hash. */
function verifySignature({ method = '', headers, url = '/' }: IncomingMessage, body: Buffer): void {
  const hash = createHash('sha256').update(body).digest('hex')
  try {
    verifyRequest(
      { method, url: new URL(url, 'http://local'), headers: { ...headers, 'x-amz-content-sha256': hash } },
      new Date(),
    )
  } catch (error) {
    if (error instanceof S3Error) fail('InvalidSignatureException', error.message)
    throw error
  }
}
