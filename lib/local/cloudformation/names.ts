import type { Resource } from './assembly.ts'
import { StartupError } from '../runtime/startup-error.ts'

export const region = 'eu-west-1'
export const accountId = '000000000000'

export const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${accountId}:${rest}`

/** Properties that contain a resource's physical name. */
const nameProperties = [
  'TableName',
  'FunctionName',
  'BucketName',
  'QueueName',
  'LogGroupName',
  'RoleName',
  'Name',
]

/**
 * The name in the template, or one as CloudFormation generates it, without the random part: names stay the same after a
 * restart.
 */
export function physicalName({ stack, logicalId, type, properties }: Resource): string {
  const given = nameProperties.map((property) => properties[property]).find((name) => typeof name === 'string')
  if (given !== undefined) return given
  const generated = `${stack}-${logicalId}`
  // Bucket names are part of host names, so they are lowercase.
  if (type === 'AWS::S3::Bucket') return generated.toLowerCase()
  return type === 'AWS::SQS::Queue' && properties['FifoQueue'] === true ? `${generated}.fifo` : generated
}

export const functionArn = (resource: Resource) => arn('lambda', `function:${physicalName(resource)}`)
export const secretArn = (resource: Resource) =>
  arn('secretsmanager', `secret:${physicalName(resource)}-000000`)
export const tableArn = (name: string) => arn('dynamodb', `table/${name}`)
/** ARN of a bucket, or of an object. */
export const bucketArn = (name: string, key = '') => `arn:aws:s3:::${name}${key && `/${key}`}`
/** ARN of an operation on a connection; `method` is `POST`, `DELETE` or `GET`. */
export const connectionArn = (api: string, stage: string, method: string, id: string) =>
  arn('execute-api', `${api}/${stage}/${method}/@connections/${id}`)
/** ARN of a sender address, and of a configuration set. */
export const identityArn = (address: string) => arn('ses', `identity/${address}`)
export const configurationSetArn = (name: string) => arn('ses', `configuration-set/${name}`)
export const queueArn = (resource: Resource) => arn('sqs', physicalName(resource))

/** APIs are referenced by id; their names are labels. */
export const apiId = ({ logicalId }: Resource) => logicalId.toLowerCase()

/** Local URLs of services, without a trailing slash. */
export interface Urls {
  api?: string
  s3?: string
  sqs?: string
}

/** The URL for WebSocket connections. They share the API's port. */
export const websocketUrl = (api: string) => api.replace(/^http/, 'ws')

export const queueUrl = (name: string, sqs: string) => `${sqs}/${accountId}/${name}`

/** Resolves `Ref` to an ARN, id, name or URL, as documented for the resource's type. */
export function reference(resource: Resource, { sqs = '' }: Urls = {}): string {
  if (resource.type === 'AWS::SecretsManager::Secret') return secretArn(resource)
  if (resource.type === 'AWS::SQS::Queue') return queueUrl(physicalName(resource), sqs)
  // AWS's samples build the stage's URL from its Ref.
  if (resource.type === 'AWS::ApiGatewayV2::Stage') return String(resource.properties['StageName'])
  if (resource.type.startsWith('AWS::ApiGatewayV2::')) return apiId(resource)
  return physicalName(resource)
}

/**
 * Resolves `Fn::GetAtt`.
 * Throws StartupError for an unsupported attribute.
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
      // Locally, all buckets share one host.
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
    `The local cloud does not support the attribute ${name} of ${resource.logicalId} (${resource.type}, stack ${resource.stack}).`,
  )
}
