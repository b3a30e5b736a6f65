import type { LambdaFunction } from '../lambda/functions.ts'
import { fail } from './error.ts'
import type { SecretValue } from './secrets.ts'

/** The secrets with what belongs to them, by ARN. */
export interface SecretStore {
  /** Versions with the stage AWSCURRENT. */
  values: Map<string, SecretValue>
  /** Versions with the stage AWSPENDING, which a rotation prepares. Lost when the process stops. */
  pending: Map<string, SecretValue>
  descriptions: ReadonlyMap<string, string>
  /** Rotation functions. */
  rotations: ReadonlyMap<string, LambdaFunction>
  /** Called after changes to `values`. */
  save(): void
}

/** Finds a secret by ARN or name. Throws SecretsError. */
export const findSecret = ({ values }: SecretStore, id: string): SecretValue =>
  values.get(id) ??
  [...values.values()].find(({ Name }) => Name === id) ??
  fail('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")

/** Timestamps in the AWS JSON 1.1 protocol are in seconds. */
const secondsOf = (date: string) => Date.parse(date) / 1000

/** A secret without its value, as in DescribeSecret. `stages` is the name of the field with the versions. */
export function metadataOf(
  { pending, descriptions, rotations }: SecretStore,
  secret: SecretValue,
  stages: 'VersionIdsToStages' | 'SecretVersionsToStages',
) {
  const { ARN, Name, CreatedDate } = secret
  const versions = [secret, pending.get(ARN)].flatMap((one) => (one ? [one] : []))
  const description = descriptions.get(ARN)
  const rotation = rotations.get(ARN)
  return {
    ARN,
    Name,
    LastChangedDate: secondsOf(CreatedDate),
    ...(description !== undefined && { Description: description }),
    ...(rotation && { RotationEnabled: true, RotationLambdaARN: rotation.arn }),
    [stages]: Object.fromEntries(versions.map(({ VersionId, VersionStages }) => [VersionId, VersionStages])),
  }
}

/** A version in the format of GetSecretValue. */
export const versionOf = (version: SecretValue) => ({
  ...version,
  CreatedDate: secondsOf(version.CreatedDate),
})
