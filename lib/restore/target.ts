import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient, type Tag } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import type { Settings } from '../../shared/config/settings.ts'
import { stackNameOf } from '../app.ts'
import { deployedStack, withNested } from './deployed-stack.ts'

/** The deployed resources that are restored. */
export interface Target {
  dynamodb: DynamoDBClient
  lambda: LambdaClient
  /** The name of the table, by which functions, roles and alarms know it. */
  table: string
  tableArn: string
  /** The name of the table as it was at another time, and of the backup of it. */
  copy: string
  keyArn: string
  properties: TableProperties
  functions: { name: string; concurrency: number | undefined }[]
  /** The ids of the event source mappings that read the table's stream. */
  mappings: string[]
  /** A command of this program for the same stage. */
  command: (text: string) => string
}

/** The properties of the table in its template that a step reads. */
interface TableProperties {
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' }
  TimeToLiveSpecification: { AttributeName: string; Enabled: boolean }
  /** The table in its one region. */
  Replicas: [
    {
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: boolean; RecoveryPeriodInDays?: number }
      DeletionProtectionEnabled?: boolean
      Tags?: (Tag & { Key: string; Value: string })[]
    },
  ]
}

/** Reads the stacks of the stage. A call that AWS refuses for its rate is repeated for minutes: nothing may stop halfway. */
export async function targetOf(settings: Settings, region: string): Promise<Target> {
  const client = { region, maxAttempts: 12 }
  const cloudformation = new CloudFormationClient(client)
  const data = await deployedStack(cloudformation, stackNameOf(settings, 'Data'))
  const api = await deployedStack(cloudformation, stackNameOf(settings, 'Api'))
  const jobs = await deployedStack(cloudformation, stackNameOf(settings, 'Jobs'))
  const table = data.theOnly('AWS::DynamoDB::GlobalTable')
  // arn:aws:cloudformation:<region>:<account>:stack/<name>/<id>
  const arn = (service: string, resource: string) =>
    data.arn.replace(/:cloudformation:(.*):stack\/.*$/, `:${service}:$1:${resource}`)
  return {
    dynamodb: new DynamoDBClient(client),
    lambda: new LambdaClient(client),
    table: table.physicalId,
    tableArn: arn('dynamodb', `table/${table.physicalId}`),
    copy: `${table.physicalId}-restored`,
    keyArn: arn('kms', `key/${data.theOnly('AWS::KMS::Key').physicalId}`),
    properties: table.properties as unknown as TableProperties,
    functions: [...(await withNested(cloudformation, api)), jobs].flatMap((stack) =>
      stack.ofType('AWS::Lambda::Function').map(({ physicalId, properties }) => ({
        name: physicalId,
        concurrency: properties['ReservedConcurrentExecutions'] as number | undefined,
      })),
    ),
    // Only a mapping of a stream has a position at which it starts.
    mappings: api
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => 'StartingPosition' in properties)
      .map(({ physicalId }) => physicalId),
    command: (text) => `npm run restore -- ${text}${settings.stage === 'prod' ? '' : ' -c stage=dev'}`,
  }
}
