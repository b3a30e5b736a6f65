import { SecretsManagerClient, type SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager'
import { createAccessControl } from '../../../lib/local/iam/access.ts'
import { statementOf } from '../../../lib/local/iam/policy.ts'
import { serveSecretsManager } from '../../../lib/local/secretsmanager/server.ts'
import type { SecretValue } from '../../../lib/local/secretsmanager/secrets.ts'

export const arnOf = (name: string) => `arn:aws:secretsmanager:eu-west-1:000000000000:secret:${name}-000000`
export const owner = { accessKeyId: 'local', secretAccessKey: 'local' }
/** A function whose role may read the secret `Pepper` only. */
export const reader = { ...owner, sessionToken: 'reader' }

/**
 * A local Secrets Manager with the secrets `Pepper`, `Qr` and `Signing`, and clients, stopped by disposal.
 * `saved` has the values at each save.
 */
export async function localSecretsManager() {
  const names = ['Qr', 'Signing', 'Pepper']
  const values = new Map<string, SecretValue>(
    names.map((Name) => [
      arnOf(Name),
      {
        ARN: arnOf(Name),
        Name,
        VersionId: `first-version-of-the-secret-${Name}`,
        SecretString: `value of ${Name}`,
        VersionStages: ['AWSCURRENT'],
        CreatedDate: '2030-01-01T00:00:00.000Z',
      },
    ]),
  )
  const descriptions = new Map([
    [arnOf('Qr'), 'Signs labels'],
    [arnOf('Signing'), 'Signs tokens'],
  ])
  const statement = statementOf({
    Effect: 'Allow',
    Action: 'secretsmanager:GetSecretValue',
    Resource: arnOf('Pepper'),
  })
  const access = createAccessControl(new Map([['reader', { name: 'reader', statements: [statement] }]]))
  const saved: string[][] = []
  const save = () => void saved.push([...values.values()].map(({ SecretString }) => SecretString))
  const server = await serveSecretsManager(values, { access, descriptions, save })
  const clients = new AsyncDisposableStack()
  clients.use(server)
  const clientOf = (credentials: SecretsManagerClientConfig['credentials'] & object) => {
    const client = new SecretsManagerClient({
      endpoint: server.url,
      region: 'eu-west-1',
      credentials,
      maxAttempts: 1,
    })
    clients.defer(() => client.destroy())
    return client
  }
  return {
    client: clientOf(owner),
    clientOf,
    saved,
    [Symbol.asyncDispose]: () => clients.disposeAsync(),
  }
}
