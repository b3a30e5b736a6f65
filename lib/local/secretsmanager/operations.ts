import { fail } from './error.ts'
import { listSecrets, type ListInput } from './list.ts'
import { rotate } from './rotation.ts'
import type { SecretValue } from './secrets.ts'
import { metadataOf, type SecretStore } from './store.ts'
import { getValue, promote, putValue, type VersionInput } from './versions.ts'

/** The parameters of all operations. */
export interface Input extends VersionInput, ListInput {
  SecretId?: string
}

/** An operation that the local Secrets Manager implements. */
export type Operation = { name: string; parameters: readonly string[] } & (
  | { target: 'service'; handle(store: SecretStore, input: Input): unknown }
  | { target: 'secret'; handle(store: SecretStore, secret: SecretValue, input: Input): unknown }
)

/** The operations of the local Secrets Manager. Any other is answered with 501 NotImplemented. */
// prettier-ignore
export const operations: readonly Operation[] = [
  { name: 'ListSecrets', target: 'service', parameters: ['Filters', 'MaxResults', 'NextToken'], handle: listSecrets },
  { name: 'DescribeSecret', target: 'secret', parameters: [], handle: (store, secret) => metadataOf(store, secret, 'VersionIdsToStages') },
  { name: 'GetSecretValue', target: 'secret', parameters: ['VersionId', 'VersionStage'], handle: getValue },
  { name: 'PutSecretValue', target: 'secret', parameters: ['ClientRequestToken', 'SecretString', 'VersionStages'], handle: putValue },
  { name: 'UpdateSecretVersionStage', target: 'secret', parameters: ['VersionStage', 'MoveToVersionId', 'RemoveFromVersionId'], handle: promote },
  { name: 'RotateSecret', target: 'secret', parameters: ['ClientRequestToken'], handle: rotate },
]

/** Returns the id of the secret. Throws SecretsError. */
export const secretIdOf = ({ SecretId }: Input): string =>
  SecretId ?? fail('InvalidParameterException', 'You must provide SecretId.')
