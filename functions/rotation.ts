import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import type { SecretsManagerRotationEvent } from 'aws-lambda'
import { rotateKeys, type SigningKeys } from '../shared/auth/keys.ts'
import { secretVariable } from '../shared/secrets.ts'

const manager = new SecretsManagerClient({})

/**
 * Renews the signing keys, at the first deployment and then by schedule (Secrets Manager user guide, "Rotation
 * function"). Every step may be repeated: Secrets Manager calls again after a failure.
 */
export async function handler({
  Step,
  SecretId,
  ClientRequestToken,
}: SecretsManagerRotationEvent): Promise<void> {
  if (Step === 'createSecret') await createKeys(SecretId, ClientRequestToken)
  if (Step === 'finishSecret') await putInUse(SecretId, ClientRequestToken)
}

/** Makes the next keys. The public half is published before the private half can be used. */
async function createKeys(SecretId: string, ClientRequestToken: string) {
  const pending = { SecretId, VersionId: ClientRequestToken, VersionStage: 'AWSPENDING' }
  if ((await read(pending)) !== undefined) return
  const { signing, verification } = rotateKeys(keysOf(await read({ SecretId })))
  await manager.send(
    new PutSecretValueCommand({
      SecretId: process.env[secretVariable('verification')],
      SecretString: verification,
    }),
  )
  await manager.send(
    new PutSecretValueCommand({
      SecretId,
      ClientRequestToken,
      SecretString: signing,
      VersionStages: ['AWSPENDING'],
    }),
  )
}

async function putInUse(SecretId: string, VersionId: string) {
  const { VersionIdsToStages = {} } = await manager.send(new DescribeSecretCommand({ SecretId }))
  const current = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes('AWSCURRENT'))
  if (current === VersionId) return
  await manager.send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: VersionId,
      ...(current && { RemoveFromVersionId: current }),
    }),
  )
}

async function read(version: { SecretId: string; VersionId?: string; VersionStage?: string }) {
  try {
    return (await manager.send(new GetSecretValueCommand(version))).SecretString
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** The keys in a secret's text. A secret that was just made holds JSON, but no keys yet. */
function keysOf(text = ''): SigningKeys | undefined {
  const keys = JSON.parse(text || '{}') as Partial<SigningKeys>
  return keys.current && keys.next ? { former: [], ...keys, current: keys.current, next: keys.next } : undefined
}
