import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { join } from 'node:path'
import { groups } from '../../functions/index.ts'
import { exposedHeaders } from '../../shared/http/headers.ts'
import { secretVariable } from '../../shared/secrets.ts'
import { settingNames, variableOf, type Settings } from '../../shared/settings.ts'
import { bundleDir } from '../bundle.ts'
import type { DataStack } from './data.ts'
import { grantTable } from './grants.ts'

interface ApiProps extends StackProps {
  data: DataStack
  settings: Settings
  version: string
}

/** One Lambda for each group of endpoints behind one HTTP API, whose routes are the groups' route tables. */
export class ApiStack extends Stack {
  readonly #props: ApiProps

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id, props)
    this.#props = props
    const api = this.#api()
    for (const [name, group] of Object.entries(groups)) {
      const handler = this.#function(name, group)
      // One permission for the whole function: a permission for each route would outgrow its policy's 20 KB.
      const integration = new HttpLambdaIntegration(`${name}Integration`, handler, {
        scopePermissionToRoute: false,
      })
      for (const { method, path } of group.routes)
        api.addRoutes({ path, methods: [HttpMethod[method]], integration })
      // Unknown paths are answered by the lightest function, in the service's own form of error.
      if (name === 'health')
        new HttpRoute(this, 'Default', { httpApi: api, routeKey: HttpRouteKey.DEFAULT, integration })
    }
    new CfnOutput(this, 'Url', { value: api.apiEndpoint })
  }

  #api() {
    const { settings } = this.#props
    const api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: settings.corsOrigins.split(','),
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key'],
        exposeHeaders: exposedHeaders,
        maxAge: Duration.hours(1),
      },
    })
    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: settings.routeRate, burstLimit: settings.routeBurst },
      accessLogSettings: { destination: new LogGroupLogDestination(this.#log('Access')), format: accessLog },
    })
    return api
  }

  #function(name: string, group: (typeof groups)[keyof typeof groups]) {
    const { data, settings, version } = this.#props
    const handler = new lambda.Function(this, `${name}Function`, {
      code: lambda.Code.fromAsset(join(bundleDir, name)),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: 1024,
      timeout: Duration.seconds(10),
      logGroup: this.#log(name),
      environment: {
        NODE_OPTIONS: '--enable-source-maps',
        POWERTOOLS_SERVICE_NAME: name,
        SERVICE_VERSION: version,
        TABLE_NAME: data.table.tableName,
        ...Object.fromEntries(settingNames.map((setting) => [variableOf(setting), String(settings[setting])])),
        ...Object.fromEntries(
          group.secrets.map((secret) => [secretVariable(secret), data.secrets[secret].secretArn]),
        ),
      },
      ...(group.secrets.length > 0 && { paramsAndSecrets: secretsExtension }),
    })
    for (const secret of group.secrets) data.secrets[secret].grantRead(handler)
    grantTable(data.table, handler, group.routes)
    return handler
  }

  #log(of: string) {
    // CloudFormation itself refuses a number of days that CloudWatch does not know.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment
    const retention: RetentionDays = this.#props.settings.logDays
    return new LogGroup(this, `${of}Log`, { retention, removalPolicy: RemovalPolicy.DESTROY })
  }
}

const secretsExtension = lambda.ParamsAndSecretsLayerVersion.fromVersion(
  lambda.ParamsAndSecretsVersions.V1_0_103,
  {
    logLevel: lambda.ParamsAndSecretsLogLevel.WARN,
  },
)

/** The gateway's own line for each request: no address, no path (it may hold a tracking id), no user agent. */
const accessLog = AccessLogFormat.custom(
  JSON.stringify({
    request_id: '$context.requestId',
    route: '$context.routeKey',
    status: '$context.status',
    latency_ms: '$context.responseLatency',
    function_error: '$context.integrationErrorMessage',
  }),
)
