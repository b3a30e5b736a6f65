import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib'
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
import {
  ParamsAndSecretsLayerVersion,
  ParamsAndSecretsLogLevel,
  ParamsAndSecretsVersions,
  type Function as Lambda,
  type FunctionProps,
  type IFunction,
} from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct, IConstruct } from 'constructs'
import * as flightwatch from '../../../functions/jobs/flightwatch.ts'
import { groups, routes, type jobs } from '../../../functions/index.ts'
import * as photointake from '../../../functions/jobs/photointake.ts'
import * as photosweep from '../../../functions/jobs/photosweep.ts'
import * as livesender from '../../../functions/jobs/livesender.ts'
import * as mailer from '../../../functions/jobs/mailer.ts'
import * as publisher from '../../../functions/jobs/publisher.ts'
import * as sockets from '../../../functions/jobs/sockets.ts'
import * as webhooksender from '../../../functions/jobs/webhooksender.ts'
import { bucketVariable, type BucketGrants, type BucketName } from '../../../shared/config/buckets.ts'
import { queueVariable, type QueueName } from '../../../shared/config/queues.ts'
import type { TableRights } from '../../../shared/db/rights.ts'
import { addressSecrets } from '../../../shared/http/address.ts'
import { exposedHeaders } from '../../../shared/http/headers.ts'
import { matcher } from '../../../shared/http/routing/match.ts'
import { secretVariable, type SecretName } from '../../../shared/config/secrets.ts'
import { settingNames, variableOf, type Settings } from '../../../shared/config/settings.ts'
import type { DataStack } from '../data/stack.ts'
import { logGroup, nodeFunction } from './function.ts'
import { watchFlights } from '../events/flight-schedule.ts'
import { grantObjects, grantSecret, grantSending, grantTable } from '../data/grants.ts'
import { grantKey } from '../data/key.ts'
import { sendEmails } from '../events/mailer.ts'
import { allowedOrigins } from '../origins.ts'
import { publishChanges, workOn } from '../events/event-sources.ts'
import { takeUploads } from '../events/photos.ts'
import { makeQueues, workTime } from '../events/queues.ts'
import { answerSockets, socketApi } from './realtime.ts'
import { rotateKeys } from './rotation.ts'

interface ApiProps extends StackProps {
  data: DataStack
  settings: Settings
  version: string
}

/** What a function uses, as its file says. */
interface Uses {
  secrets: readonly SecretName[]
  table?: TableRights
  buckets?: BucketGrants
  /** Where it puts messages. */
  queues?: readonly QueueName[]
}
type FunctionName = keyof typeof groups | keyof typeof jobs
const namesOf = (buckets: BucketGrants) => Object.keys(buckets) as BucketName[]

/** One Lambda for each group of endpoints behind one HTTP API, whose routes are the groups' route tables. */
export class ApiStack extends Stack {
  readonly #props: ApiProps
  readonly #publicUrl: string
  readonly queues: Record<QueueName, Queue>
  readonly functions = {} as Record<FunctionName, Lambda>
  readonly #sockets: ReturnType<typeof socketApi>
  readonly httpApi: HttpApi
  /** Where AWS puts the API: `https://…`, without a path. */
  readonly endpoint: string
  /** Where AWS puts the sockets: `wss://…`, without a path. */
  readonly socketEndpoint: string

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id, props)
    this.#props = props
    // Fails the build where rows of two groups match the same requests.
    matcher(routes)
    this.queues = makeQueues(this, props.data.key)
    const api = this.#api()
    this.httpApi = api
    this.endpoint = api.apiEndpoint
    this.#publicUrl = props.settings.publicUrl || this.endpoint
    this.#sockets = socketApi(this, props.settings)
    this.socketEndpoint = this.#sockets.api.apiEndpoint
    for (const [name, group] of Object.entries(groups)) {
      const handler = this.#group(name, group)
      // One permission for the whole function: a permission for each route would outgrow its policy's 20 KB.
      const integration = new HttpLambdaIntegration(`${name}Integration`, handler, {
        scopePermissionToRoute: false,
      })
      for (const { method, path } of group.routes)
        api.addRoutes({ path, methods: [HttpMethod[method]], integration })
      if (name === 'health') this.#default(api, handler)
    }
    const { undelivered } = this.queues
    watchFlights(this, this.#function('flightwatch', flightwatch, { timeout: Duration.minutes(2) }), props)
    sendEmails(this.#function('mailer', mailer, { timeout: Duration.seconds(20) }), undelivered, props)
    const intake = this.#function('photointake', photointake, {
      timeout: Duration.minutes(1),
      deadLetterQueue: undelivered,
    })
    takeUploads(intake, props.data.buckets.uploads, undelivered)
    this.#outward(props)
    this.functions.rotation = rotateKeys(this, props)
    new CfnOutput(this, 'Url', { value: api.apiEndpoint })
    new CfnOutput(this, 'SocketUrl', { value: this.#sockets.url })
  }

  /** What follows the table's stream, and the queues behind it. */
  #outward({ data }: ApiProps) {
    const { queues } = this
    const publisherLambda = this.#function('publisher', publisher, { timeout: Duration.minutes(1) })
    publishChanges(publisherLambda, data.table, queues.undelivered)
    const sender = this.#function('webhooksender', webhooksender, { timeout: workTime.webhooks })
    workOn(sender, queues.webhooks, 100)
    const socketsLambda = this.#function('sockets', sockets)
    answerSockets(this.#sockets.api, socketsLambda)
    const live = this.#function('livesender', livesender, { timeout: workTime.live })
    workOn(live, queues.live, 100)
    for (const one of [socketsLambda, live]) this.#sockets.reachable(one)
    workOn(this.#function('photosweep', photosweep, { timeout: workTime.sweeps }), queues.sweeps, 2)
  }

  #api() {
    const { settings } = this.#props
    const api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: allowedOrigins(settings),
        allowMethods: [CorsHttpMethod.ANY],
        allowHeaders: ['authorization', 'content-type', 'if-match', 'if-none-match', 'idempotency-key'],
        exposeHeaders: exposedHeaders,
        maxAge: Duration.hours(1),
      },
    })
    this.#checksTokens(api)
    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: settings.routeRate, burstLimit: settings.routeBurst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logGroup(this, 'Access', settings)),
        format: accessLog,
      },
    })
    return api
  }

  /**
   * Unknown paths are answered by the lightest function, in the service's own form of error. The route needs a
   * permission of its own: its source ARN ends `/$default`, without the method and path that the others' has.
   */
  #default(httpApi: HttpApi, handler: IFunction) {
    const integration = new HttpLambdaIntegration('DefaultIntegration', handler)
    this.#checksTokens(new HttpRoute(this, 'Default', { httpApi, routeKey: HttpRouteKey.DEFAULT, integration }))
  }

  #checksTokens(routes: IConstruct) {
    Validations.of(routes).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Functions check tokens themselves, and answer in the service’s own form of error.',
    })
  }

  #group(name: string, group: (typeof groups)[keyof typeof groups]) {
    const { authConcurrency } = this.#props.settings
    return this.#function(
      name as FunctionName,
      { ...group, secrets: [...group.secrets, ...addressSecrets(group.routes)] },
      // A hash takes a tenth of a second of a processor: a flood of logins must not take the others' share too.
      name === 'auth' && authConcurrency > 0 ? { reservedConcurrentExecutions: authConcurrency } : {},
    )
  }

  /** A function with its environment, and what it uses: secrets, the table, buckets, queues. */
  #function(
    name: FunctionName,
    { secrets, table = {}, buckets = {}, queues = [] }: Uses,
    more: Partial<FunctionProps> = {},
  ) {
    const { data, settings, version } = this.#props
    const handler = nodeFunction(this, name, settings, {
      ...more,
      environment: {
        SERVICE_NAME: name,
        SERVICE_VERSION: version,
        TABLE_NAME: data.table.tableName,
        ...Object.fromEntries(settingNames.map((setting) => [variableOf(setting), String(settings[setting])])),
        [variableOf('publicUrl')]: this.#publicUrl,
        [variableOf('socketUrl')]: this.#sockets.url,
        ...Object.fromEntries(
          secrets.map((secret) => [secretVariable(secret), data.secrets[secret].secretArn]),
        ),
        ...Object.fromEntries(
          namesOf(buckets).map((bucket) => [bucketVariable(bucket), data.buckets[bucket].bucketName]),
        ),
        ...Object.fromEntries(queues.map((queue) => [queueVariable(queue), this.queues[queue].queueUrl])),
      },
      ...(secrets.length > 0 && { paramsAndSecrets: secretsExtension }),
    })
    for (const secret of secrets) grantSecret(data.secrets[secret], handler)
    if (secrets.length > 0) grantKey(data.key, handler, 'secrets')
    grantTable(data, handler, table)
    for (const bucket of namesOf(buckets)) grantObjects(data.buckets[bucket], handler, buckets[bucket] ?? [])
    for (const queue of queues) grantSending(this.queues[queue], handler)
    this.functions[name] = handler
    return handler
  }
}

const secretsExtension = ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103, {
  logLevel: ParamsAndSecretsLogLevel.WARN,
  // The functions keep secrets themselves, for five minutes; a second cache would only double that.
  cacheEnabled: false,
})

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
