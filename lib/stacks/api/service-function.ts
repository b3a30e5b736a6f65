import type { AliasProps, FunctionProps } from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import type { groups, jobs } from '../../../functions/index.ts'
import { bucketVariable, type BucketGrants, type BucketName } from '../../../shared/config/buckets.ts'
import { functionSettingNames, variableOf } from '../../../shared/config/function-settings.ts'
import { queueVariable, type QueueName } from '../../../shared/config/queues.ts'
import { secretVariable, type SecretName } from '../../../shared/config/secrets.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { grantObjects, grantSecret, grantSending, grantTable } from '../data/grants.ts'
import { grantKey } from '../data/key.ts'
import type { DataStack } from '../data/stack.ts'
import type { RolloutStack } from '../rollout/stack.ts'
import { liveAlias, nodeFunction, secretsExtension, type LiveFunction } from './function.ts'

/** The resources of a function, declared in its file. */
export interface Uses {
  secrets: readonly SecretName[]
  table?: TableRights
  buckets?: BucketGrants
  /** Queues to which it sends messages. */
  queues?: readonly QueueName[]
}
export type FunctionName = keyof typeof groups | keyof typeof jobs

/** The props of all functions of the service. */
export interface FunctionEnvironment {
  data: DataStack
  rollout: RolloutStack
  settings: Settings
  version: string
  queues: Record<QueueName, Queue>
  publicUrl: string
  socketUrl: string
}

const namesOf = (buckets: BucketGrants) => Object.keys(buckets) as BucketName[]

/** Creates a function with its environment and its permissions. */
export function serviceFunction(
  scope: Construct,
  given: FunctionEnvironment,
  name: FunctionName,
  { secrets, table = {}, buckets = {}, queues = [] }: Uses,
  props: Partial<FunctionProps> = {},
  invocations: Pick<AliasProps, 'retryAttempts' | 'maxEventAge'> = {},
): LiveFunction {
  const { data, settings, version } = given
  const handler = nodeFunction(scope, name, given, {
    ...props,
    environment: {
      SERVICE_NAME: name,
      SERVICE_VERSION: version,
      TABLE_NAME: data.table.tableName,
      ...Object.fromEntries(
        functionSettingNames.map((setting) => [variableOf(setting), String(settings[setting])]),
      ),
      [variableOf('publicUrl')]: given.publicUrl,
      [variableOf('socketUrl')]: given.socketUrl,
      ...Object.fromEntries(secrets.map((secret) => [secretVariable(secret), data.secrets[secret].secretArn])),
      ...Object.fromEntries(
        namesOf(buckets).map((bucket) => [bucketVariable(bucket), data.buckets[bucket].bucketName]),
      ),
      ...Object.fromEntries(queues.map((queue) => [queueVariable(queue), given.queues[queue].queueUrl])),
    },
    ...(secrets.length > 0 && { paramsAndSecrets: secretsExtension }),
  })
  for (const secret of secrets) grantSecret(data.secrets[secret], handler)
  if (secrets.length > 0) grantKey(data.key, handler, 'secrets')
  grantTable(data, handler, table, settings)
  for (const bucket of namesOf(buckets)) grantObjects(data.buckets[bucket], handler, buckets[bucket] ?? [])
  for (const queue of queues) grantSending(given.queues[queue], handler)
  return { handler, live: liveAlias(handler, name, given.rollout, invocations) }
}
