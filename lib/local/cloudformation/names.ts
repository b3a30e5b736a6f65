import type { Resource } from './assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'

export const region = 'eu-west-1'
export const accountId = '000000000000'

const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${accountId}:${rest}`

/** Properties by which a template may name a resource itself. */
const nameProperties = [
  'TableName',
  'FunctionName',
  'BucketName',
  'QueueName',
  'LogGroupName',
  'RoleName',
  'Name',
]

/** CloudFormation's way to name what a template leaves unnamed, without the random part: names survive restarts. */
export function physicalName({ stack, logicalId, type, properties }: Resource): string {
  const given = nameProperties.map((property) => properties[property]).find((name) => typeof name === 'string')
  // Buckets' names are host names too, so they are in lower case.
  return given ?? (type === 'AWS::S3::Bucket' ? `${stack}-${logicalId}`.toLowerCase() : `${stack}-${logicalId}`)
}

export const functionArn = (resource: Resource) => arn('lambda', `function:${physicalName(resource)}`)
export const secretArn = (resource: Resource) =>
  arn('secretsmanager', `secret:${physicalName(resource)}-000000`)
export const tableArn = (name: string) => arn('dynamodb', `table/${name}`)
/** Of a bucket, or of an object in it. */
export const bucketArn = (name: string, key = '') => `arn:aws:s3:::${name}${key && `/${key}`}`
/** Of one connection, and what is done to it: `POST`, `DELETE`, `GET`. */
export const connectionArn = (api: string, stage: string, method: string, id: string) =>
  arn('execute-api', `${api}/${stage}/${method}/@connections/${id}`)
/** Of the address that letters are sent from. */
export const identityArn = (address: string) => arn('ses', `identity/${address}`)
export const queueArn = (resource: Resource) => arn('sqs', physicalName(resource))

/** An API is named by its id, never by its name, which is but a label. */
export const apiId = ({ logicalId }: Resource) => logicalId.toLowerCase()

/** Where parts of the cloud answer on this machine, without a trailing slash. */
export interface Urls {
  api?: string
  s3?: string
  sqs?: string
}

/** Where sockets are opened, on the port of everything else. */
export const websocketUrl = (api: string) => api.replace(/^http/, 'ws')

/** A queue is named by its address. */
export const queueUrl = (name: string, sqs: string) => `${sqs}/${accountId}/${name}`

/** What `Ref` gives for a resource: its ARN, its id, its name or its address, as the type's documentation says. */
export function reference(resource: Resource, { sqs = '' }: Urls = {}): string {
  if (resource.type === 'AWS::SecretsManager::Secret') return secretArn(resource)
  if (resource.type === 'AWS::SQS::Queue') return queueUrl(physicalName(resource), sqs)
  // AWS's own samples make the stage's address of its Ref.
  if (resource.type === 'AWS::ApiGatewayV2::Stage') return String(resource.properties['StageName'])
  if (resource.type.startsWith('AWS::ApiGatewayV2::')) return apiId(resource)
  return physicalName(resource)
}

/**
 * What `Fn::GetAtt` gives.
 * Throws StartupError for an attribute that the local cloud does not know.
 */
export function attribute(resource: Resource, name: string, urls: Urls = {}): string {
  const { api = '', s3 = '' } = urls
  const attributes: Record<string, Record<string, string>> = {
    'AWS::Lambda::Function': { Arn: functionArn(resource) },
    'AWS::DynamoDB::GlobalTable': {
      Arn: tableArn(physicalName(resource)),
      StreamArn: arn('dynamodb', `table/${physicalName(resource)}/stream/local`),
    },
    'AWS::KMS::Key': { Arn: arn('kms', `key/${physicalName(resource)}`) },
    'AWS::SecretsManager::Secret': { Id: secretArn(resource) },
    'AWS::ApiGatewayV2::Api': {
      ApiEndpoint: resource.properties['ProtocolType'] === 'WEBSOCKET' ? websocketUrl(api) : api,
      ApiId: apiId(resource),
    },
    'AWS::IAM::Role': { Arn: `arn:aws:iam::${accountId}:role/${physicalName(resource)}` },
    'AWS::CloudFront::Function': {
      FunctionARN: `arn:aws:cloudfront::${accountId}:function/${physicalName(resource)}`,
    },
    'AWS::Logs::LogGroup': { Arn: arn('logs', `log-group:${physicalName(resource)}:*`) },
    'AWS::S3::Bucket': {
      Arn: bucketArn(physicalName(resource)),
      // Here all buckets share one host.
      RegionalDomainName: s3.replace('http://', ''),
    },
    'AWS::SQS::Queue': {
      Arn: queueArn(resource),
      QueueName: physicalName(resource),
      QueueUrl: reference(resource, urls),
    },
  }
  const value = attributes[resource.type]?.[name]
  if (value !== undefined) return value
  throw new StartupError(
    `The local cloud has no attribute ${name} of ${resource.logicalId} (${resource.type}, stack ${resource.stack}).`,
  )
}
