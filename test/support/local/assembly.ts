import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface FakeFunction {
  /** CommonJS code. */
  code: string
  /** Seconds. */
  timeout?: number
  variables?: Record<string, unknown>
}

export interface FakeApp {
  functions: Record<string, FakeFunction>
  /** Route key → name of its function. */
  routes: Record<string, string>
  cors?: object
  /** Name of a function → properties of its event source mapping. The default source is the table's stream. */
  mappings?: Record<string, object>
  /** Logical id of a queue → its properties. */
  queues?: Record<string, object>
  /** A WebSocket API with the stage `ws`. */
  sockets?: {
    /** Route key → name of its function. */
    routes: Record<string, string>
    /** Keys of the routes whose functions' results are sent to the client. */
    answering?: string[]
    /** The route selection expression. Default: `$request.body.action`. */
    selection?: string
  }
  throttle?: { ThrottlingRateLimit: number; ThrottlingBurstLimit: number }
}

const concat = (...parts: unknown[]) => ({ 'Fn::Join': ['', parts] })
const keySchema = (prefix: string) => [
  { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
  { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
]

/** A stack with a table like the service's and four secrets. */
const dataTemplate = {
  Resources: {
    Table0000: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        BillingMode: 'PAY_PER_REQUEST',
        GlobalSecondaryIndexes: [
          { IndexName: 'gsi1', KeySchema: keySchema('gsi1'), Projection: { ProjectionType: 'ALL' } },
        ],
        KeySchema: keySchema(''),
        Replicas: [{ Region: { Ref: 'AWS::Region' } }],
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    },
    Pepper0000: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: {
        GenerateSecretString: { SecretStringTemplate: '{}', GenerateStringKey: '1', PasswordLength: 64 },
      },
    },
    Signing0000: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: {} } },
    Verification0000: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString: {} } },
    FlightData0000: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { GenerateSecretString: { SecretStringTemplate: '{"key":""}', GenerateStringKey: 'unused' } },
    },
    Unsupported: { Type: 'AWS::Unsupported::Type', Properties: { Value: { 'Fn::Cidr': ['10.0.0.0/16'] } } },
  },
  Outputs: {
    Stream: { Value: { 'Fn::GetAtt': ['Table0000', 'StreamArn'] } },
    Table: { Value: { Ref: 'Table0000' } },
    Pepper: { Value: { Ref: 'Pepper0000' } },
  },
}

/** An output of the stack of data, read by another stack. */
const outputOf = (OutputName: string) => ({ 'Fn::GetStackOutput': { StackName: 'Data', OutputName } })

function apiTemplate({ functions, routes, cors, throttle, mappings = {}, queues = {}, sockets }: FakeApp) {
  const resources: Record<string, { Type: string; Properties: object }> = {
    Api: {
      Type: 'AWS::ApiGatewayV2::Api',
      Properties: { ProtocolType: 'HTTP', Name: 'Api', ...(cors && { CorsConfiguration: cors }) },
    },
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: {
        ApiId: { Ref: 'Api' },
        StageName: '$default',
        ...(throttle && { DefaultRouteSettings: throttle }),
      },
    },
  }
  for (const [name, { timeout = 3, variables = {} }] of Object.entries(functions)) {
    resources[`${name}Function`] = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}-${AWS::Region}' }, S3Key: `${name}.zip` },
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        MemorySize: 128,
        Timeout: timeout,
        Environment: { Variables: { TABLE_NAME: outputOf('Table'), ...variables } },
      },
    }
    resources[`${name}Integration`] = {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: { Ref: 'Api' },
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: { 'Fn::GetAtt': [`${name}Function`, 'Arn'] },
        PayloadFormatVersion: '2.0',
      },
    }
  }
  for (const [i, [key, name]] of Object.entries(routes).entries())
    resources[`Route${i}`] = {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: { Ref: 'Api' },
        RouteKey: key,
        Target: concat('integrations/', { Ref: `${name}Integration` }),
      },
    }
  for (const [name, properties] of Object.entries(mappings))
    resources[`${name}Mapping`] = {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        EventSourceArn: outputOf('Stream'),
        FunctionName: { Ref: `${name}Function` },
        StartingPosition: 'TRIM_HORIZON',
        ...properties,
      },
    }
  for (const [name, Properties] of Object.entries(queues))
    resources[name] = { Type: 'AWS::SQS::Queue', Properties }
  if (sockets) Object.assign(resources, socketResources(sockets))
  return { Resources: resources, Outputs: { Url: { Value: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] } } } }
}

/** The resources that CDK's WebSocketApi creates. */
function socketResources({
  routes,
  answering = [],
  selection = '$request.body.action',
}: NonNullable<FakeApp['sockets']>) {
  const ApiId = { Ref: 'Sockets' }
  const resource = (type: string, Properties: object) => ({ Type: `AWS::ApiGatewayV2::${type}`, Properties })
  const own = Object.entries(routes).flatMap(([RouteKey, name], i) => {
    const answers = answering.includes(RouteKey)
    return [
      [
        `SocketIntegration${i}`,
        resource('Integration', {
          ApiId,
          IntegrationType: 'AWS_PROXY',
          IntegrationUri: concat(
            'arn:',
            { Ref: 'AWS::Partition' },
            ':apigateway:',
            { Ref: 'AWS::Region' },
            ':lambda:path/2015-03-31/functions/',
            { 'Fn::GetAtt': [`${name}Function`, 'Arn'] },
            '/invocations',
          ),
        }),
      ],
      [
        `SocketRoute${i}`,
        resource('Route', {
          ApiId,
          RouteKey,
          AuthorizationType: 'NONE',
          ...(answers && { RouteResponseSelectionExpression: '$default' }),
          Target: concat('integrations/', { Ref: `SocketIntegration${i}` }),
        }),
      ],
      ...(answers
        ? [
            [
              `SocketResponse${i}`,
              resource('RouteResponse', {
                ApiId,
                RouteId: { Ref: `SocketRoute${i}` },
                RouteResponseKey: '$default',
              }),
            ],
          ]
        : []),
    ] as [string, object][]
  })
  return {
    Sockets: resource('Api', {
      Name: 'Sockets',
      ProtocolType: 'WEBSOCKET',
      RouteSelectionExpression: selection,
    }),
    SocketStage: resource('Stage', { ApiId, StageName: 'ws', AutoDeploy: true }),
    ...Object.fromEntries(own),
  }
}

/** Writes a cloud assembly of two stacks in CDK's format, and returns its directory. */
export function writeAssembly(directory: string, app: FakeApp): string {
  mkdirSync(directory, { recursive: true })
  const write = (file: string, content: unknown) =>
    writeFileSync(join(directory, file), JSON.stringify(content, null, 1))
  const stack = (name: string) => ({
    [name]: { type: 'aws:cloudformation:stack', properties: { templateFile: `${name}.template.json` } },
    [`${name}.assets`]: { type: 'cdk:asset-manifest', properties: { file: `${name}.assets.json` } },
  })
  const files: Record<string, object> = {}
  for (const [name, { code }] of Object.entries(app.functions)) {
    mkdirSync(join(directory, `asset.${name}`), { recursive: true })
    writeFileSync(join(directory, `asset.${name}`, 'index.js'), code)
    files[name] = {
      source: { path: `asset.${name}`, packaging: 'zip' },
      destinations: { current: { bucketName: 'assets', objectKey: `${name}.zip` } },
    }
  }
  write('manifest.json', { version: '55.0.0', artifacts: { ...stack('Data'), ...stack('Api') } })
  write('Data.template.json', dataTemplate)
  write('Data.assets.json', { version: '55.0.0', files: {} })
  write('Api.template.json', apiTemplate(app))
  write('Api.assets.json', { version: '55.0.0', files })
  return directory
}
