import { randomBytes } from 'node:crypto'
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import type { SecretsManagerRotationEvent } from 'aws-lambda'
import { rotateKeys, type SigningKeys } from '../../shared/auth/keys.ts'
import { rotateKeyring, secretVariable, type Keyring, type SecretName } from '../../shared/config/secrets.ts'

const manager = new SecretsManagerClient({})

/**
 * The secrets that rotate on a schedule, with the days between; for a keyring, the number of used keys to keep.
 * Cursors and stored responses live for a day, labels as long as a parcel travels, passwords until they are
 * changed.
 */
export const rotated = {
  signing: { days: 30 },
  sealing: { days: 30, keep: 2 },
  qr: { days: 365, keep: 2 },
  pepper: { days: 365, keep: Infinity },
} as const satisfies Partial<Record<SecretName, { days: number; keep?: number }>>

/**
 * Rotates keys, at the first deployment and then on a schedule (Secrets Manager user guide, "Rotation function").
 * Every step is idempotent: Secrets Manager retries failures.
 */
export async function handler({
  Step,
  SecretId,
  ClientRequestToken,
}: SecretsManagerRotationEvent): Promise<void> {
  if (Step === 'createSecret') await createKeys(SecretId, ClientRequestToken)
  if (Step === 'finishSecret') await putInUse(SecretId, ClientRequestToken)
}

/** Creates the next keys. A public key is published before its private key is used. */
async function createKeys(SecretId: string, ClientRequestToken: string) {
  const pending = { SecretId, VersionId: ClientRequestToken, VersionStage: 'AWSPENDING' }
  if ((await read(pending)) !== undefined) return
  const name = (Object.keys(rotated) as (keyof typeof rotated)[]).find(
    (one) => process.env[secretVariable(one)] === SecretId,
  )
  if (name === undefined) throw new Error(`${SecretId} is none of the secrets that are renewed here`)
  const text = await read({ SecretId })
  const SecretString = name === 'signing' ? await published(text) : nextRing(text, rotated[name].keep)
  const VersionStages = ['AWSPENDING']
  await manager.send(new PutSecretValueCommand({ SecretId, ClientRequestToken, SecretString, VersionStages }))
}

/** The next signing keys, whose public half is published by then. */
async function published(text: string | undefined): Promise<string> {
  const { signing, verification } = rotateKeys(keysOf(text))
  const SecretId = process.env[secretVariable('verification')]
  await manager.send(new PutSecretValueCommand({ SecretId, SecretString: verification }))
  return signing
}

const nextRing = (text = '{}', keep: number) =>
  JSON.stringify(rotateKeyring(JSON.parse(text) as Keyring, randomBytes(48).toString('base64url'), keep))

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

/** The keys of a secret's text. A new secret holds JSON without keys. */
function keysOf(text = ''): SigningKeys | undefined {
  const keys = JSON.parse(text || '{}') as Partial<SigningKeys>
  return keys.current && keys.next ? { former: [], ...keys, current: keys.current, next: keys.next } : undefined
}
