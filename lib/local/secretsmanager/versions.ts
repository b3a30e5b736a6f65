import { randomUUID } from 'node:crypto'
import { fail, notImplemented } from './error.ts'
import type { SecretValue } from './secrets.ts'
import { versionOf, type SecretStore } from './store.ts'

export interface VersionInput {
  SecretString?: string
  ClientRequestToken?: string
  VersionId?: string
  VersionStage?: string
  VersionStages?: string[]
  MoveToVersionId?: string
  RemoveFromVersionId?: string
}

/** GetSecretValue (Secrets Manager API reference). Throws SecretsError. */
export function getValue({ pending }: SecretStore, secret: SecretValue, input: VersionInput) {
  const { VersionId } = input
  const stage = input.VersionStage ?? (VersionId === undefined ? 'AWSCURRENT' : undefined)
  const found = [secret, pending.get(secret.ARN)].find(
    (one) =>
      one &&
      (VersionId === undefined || one.VersionId === VersionId) &&
      (stage === undefined || one.VersionStages.includes(stage)),
  )
  return versionOf(
    found ??
      fail(
        'ResourceNotFoundException',
        "Secrets Manager can't find the specified secret value for the version.",
      ),
  )
}

/** PutSecretValue (Secrets Manager API reference). Throws SecretsError. */
export function putValue({ values, pending, save }: SecretStore, secret: SecretValue, input: VersionInput) {
  const { SecretString, ClientRequestToken = randomUUID(), VersionStages = ['AWSCURRENT'] } = input
  if (SecretString === undefined)
    fail('InvalidParameterException', 'You must provide either SecretString or SecretBinary.')
  const [stage, ...more] = VersionStages
  if (more.length > 0 || (stage !== 'AWSCURRENT' && stage !== 'AWSPENDING'))
    notImplemented(`the version stages ${VersionStages.join(', ')}`)
  const { ARN, Name } = secret
  const version = {
    ARN,
    Name,
    VersionId: ClientRequestToken,
    SecretString,
    VersionStages,
    CreatedDate: new Date().toISOString(),
  }
  const target = stage === 'AWSCURRENT' ? values : pending
  target.set(ARN, version)
  save()
  return { ARN, Name, VersionId: ClientRequestToken, VersionStages }
}

/** UpdateSecretVersionStage, which makes the pending version the current one. Throws SecretsError. */
export function promote({ values, pending, save }: SecretStore, secret: SecretValue, input: VersionInput) {
  const { VersionStage, MoveToVersionId = '' } = input
  if (VersionStage !== 'AWSCURRENT') notImplemented(`moving the version stage ${VersionStage}`)
  const { ARN, Name } = secret
  const next = pending.get(ARN)
  if (next?.VersionId !== MoveToVersionId)
    return fail('ResourceNotFoundException', `The secret has no pending version ${MoveToVersionId}.`)
  values.set(ARN, { ...next, VersionStages: ['AWSCURRENT'] })
  pending.delete(ARN)
  save()
  return { ARN, Name }
}
