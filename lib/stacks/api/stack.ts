import { CfnOutput, Duration, NestedStack, Stack, Validations, type StackProps } from 'aws-cdk-lib'
import { CorsHttpMethod, HttpApi, HttpStage } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  type AliasProps,
  type Function as Lambda,
  type FunctionProps,
  type IFunction,
} from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import type { Construct, IConstruct } from 'constructs'
import { groups, jobs, routes } from '../../../functions/index.ts'
import type { QueueName } from '../../../shared/config/queues.ts'
import { edgeSecrets } from '../../../shared/http/address.ts'
import { exposedHeaders } from '../../../shared/http/headers.ts'
import { matcher } from '../../../shared/http/routing/match.ts'
import { publicUrlOf } from '../../../shared/config/function-settings.ts'
import type { Settings } from '../../../shared/config/settings.ts'
import type { DataStack } from '../data/stack.ts'
import { accessLog } from './access-log.ts'
import { nestedStackOf, nestedStacks, type NestedStackName } from './nested-stacks.ts'
import { logGroup, type LiveFunction } from './function.ts'
import { gatewayPaths } from './gateway-paths.ts'
import type { RolloutStack } from '../rollout/stack.ts'
import { runEvery } from '../events/schedule.ts'
import { sendEmails, sentItems } from '../events/mailer.ts'
import { allowedOrigins } from '../origins.ts'
import { processQueue, publishedChanges, readStream } from '../events/event-sources.ts'
import { processUploads } from '../events/photos.ts'
import { createQueues, jobQueues } from '../events/queues.ts'
import { socketApi } from './realtime.ts'
import { rotateKeys } from './rotation.ts'
import { integrate, routeDefault, routePath, routeSockets } from './routes.ts'
import { serviceFunction, type FunctionEnvironment, type FunctionName, type Uses } from './service-function.ts'

interface ApiProps extends StackProps {
  data: DataStack
  rollout: RolloutStack
  settings: Settings
  version: string
}

/** The functions of this stack; the others are in lib/stacks/jobs. */
type OwnFunction = Exclude<FunctionName, 'transferworker' | 'shipmentcounter'>

/**
 * One function per route group behind an HTTP API, whose routes are those of the groups, and the functions of jobs. They are
 * in nested stacks (nested-stacks.ts). This stack has the resources that must not be replaced: addresses, routes, queues, logs, positions
 * in the table's stream, and the rotation of secrets.
 */
export class ApiStack extends Stack {
  readonly #props: ApiProps
  readonly #nested: Record<NestedStackName, NestedStack>
  readonly queues: Record<QueueName, Queue>
  readonly functions = {} as Record<OwnFunction, Lambda>
  /** The functions that queues invoke. */
  readonly queueJobs: OwnFunction[] = []
  /** The props of functions, including those of other stacks. */
  readonly functionEnvironment: FunctionEnvironment
  readonly #sockets: ReturnType<typeof socketApi>
  readonly httpApi: HttpApi
  /** Runs a journey through the service, and fails with it. */
  readonly canary: IFunction
  /** The API's own URL: `https://…`, without a path. */
  readonly endpoint: string
  /** The WebSocket API's own URL: `wss://…`, without a path. */
  readonly socketEndpoint: string

  constructor(scope: Construct, id: string, props: ApiProps) {
    // Its queues hold messages.
    super(scope, id, { ...props, terminationProtection: props.settings.keepData })
    this.#props = props
    // Aliases name it, and CodeDeploy has to know the name when they change.
    this.addStackDependency(props.rollout)
    // Throws if routes of two groups match the same requests.
    matcher(routes)
    this.#nested = this.#nestedStacks()
    this.queues = createQueues(this, props.data.key)
    const api = this.#api()
    this.httpApi = api
    this.endpoint = api.apiEndpoint
    this.#sockets = socketApi(this, props)
    this.functionEnvironment = {
      data: props.data,
      rollout: props.rollout,
      settings: props.settings,
      version: props.version,
      queues: this.queues,
      publicUrl: publicUrlOf(props.settings) || this.endpoint,
      socketUrl: this.#sockets.url,
    }
    this.socketEndpoint = this.#sockets.api.apiEndpoint
    this.#routes()
    this.#readers()
    this.canary = this.#jobs()
    this.functions.rotation = rotateKeys(this, props)
    new CfnOutput(this, 'Url', { value: api.apiEndpoint })
    new CfnOutput(this, 'SocketUrl', { value: this.#sockets.url })
  }

  #nestedStacks() {
    const created = nestedStacks.map((name) => {
      const nested = new NestedStack(this, name)
      nested.nestedStackResource?.overrideLogicalId(name)
      return [name, nested] as const
    })
    return Object.fromEntries(created) as Record<NestedStackName, NestedStack>
  }

  #routes() {
    for (const [name, group] of Object.entries(groups)) {
      const { live } = this.#group(name as keyof typeof groups, group)
      const integration = integrate(this.httpApi, name, live)
      for (const path of gatewayPaths(group.routes)) routePath(this.httpApi, path, integration)
      // Unknown paths go to the smallest function, so that the 404 has the service's error format.
      if (name === 'health') this.#checksTokens(routeDefault(this.httpApi, integration))
    }
  }

  /** The functions that process the table's stream. */
  #readers() {
    const { data, settings } = this.#props
    const { undelivered } = this.queues
    const stream = { changes: data.changes, undelivered }
    const publisher = this.#function('publisher', jobs.publisher, { timeout: Duration.minutes(1) })
    const publishing = readStream(this, publisher, stream, publishedChanges)
    // Lambda takes some ten seconds to change a mapping. If functions move, the gateway has deployed its routes meanwhile,
    // before CloudFormation deletes the functions to which they led.
    publishing.node.addDependency(this.httpApi)
    const mailer = this.#function('mailer', jobs.mailer, {
      timeout: Duration.seconds(20),
      deadLetterQueue: undelivered,
    })
    readStream(this, mailer, stream, sentItems)
    sendEmails(this, mailer, undelivered, settings)
    // Without a reader the output would go first, and a rollback of this stack would not find it (docs/decisions/19).
    if (settings.tableStreamArn)
      new CfnOutput(this, 'CreatedStream', { value: data.table.tableStreamArn ?? '' })
  }

  /** The functions that are invoked by queues, uploads, WebSockets and schedules. Returns the canary. */
  #jobs() {
    const { queues } = this
    const { data, settings } = this.#props
    const intake = this.#function('photointake', jobs.photointake, {
      timeout: Duration.minutes(1),
      deadLetterQueue: queues.undelivered,
    })
    processUploads(intake, data.buckets.uploads, queues.undelivered)
    const process = (
      queue: keyof typeof jobQueues,
      name: Exclude<keyof typeof jobs & OwnFunction, 'rotation'>,
    ) => {
      const processing = this.#function(name, jobs[name], { timeout: jobQueues[queue].timeout })
      processQueue(processing, queues[queue], jobQueues[queue])
      this.queueJobs.push(name)
      return processing
    }
    process('feed', 'feedwriter')
    process('webhooks', 'webhooksender')
    process('scheduled', 'scheduler')
    process('flights', 'flightsync')
    process('sweeps', 'photosweep')
    const { sockets } = jobs
    const secrets = [...sockets.secrets, ...edgeSecrets([], settings)]
    const socketsFunction = this.#function('sockets', { ...sockets, secrets })
    routeSockets(this.#sockets.api, socketsFunction.live)
    for (const { handler } of [socketsFunction, process('live', 'livesender')]) this.#sockets.grantPost(handler)
    // Lambda would retry twice, and keep what a stopped function misses for six hours; the next run follows soon.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(5) }
    const watch = this.#function('flightwatch', jobs.flightwatch, { timeout: Duration.minutes(1) }, once)
    runEvery(Stack.of(watch.live), 'FlightWatch', {
      description: 'Updates flights from the flight-data provider',
      minutes: settings.flightSyncMinutes,
      live: watch.live,
    })
    const sweep = this.#function('passportsweep', jobs.passportsweep, { timeout: Duration.minutes(5) }, once)
    runEvery(Stack.of(sweep.live), 'PassportSweep', {
      description: 'Removes passport numbers of couriers who no longer fly',
      minutes: 24 * 60,
      live: sweep.live,
    })
    // The canary's schedule is in the monitoring stack, which knows the public URL.
    return this.#function('canary', jobs.canary, { timeout: Duration.minutes(3) }, once).live
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
      accessLogSettings: accessLog(logGroup(this, 'Access', this.#props), 'responseLatency'),
    })
    return api
  }

  #checksTokens(routes: IConstruct) {
    Validations.of(routes).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Functions check tokens themselves, so that errors have the service’s format.',
    })
  }

  #group(name: keyof typeof groups, group: (typeof groups)[keyof typeof groups]) {
    const { settings } = this.#props
    const { authConcurrency } = settings
    return this.#function(
      name,
      { ...group, secrets: [...group.secrets, ...edgeSecrets(group.routes, settings)] },
      // A password hash takes 100 ms of CPU: a flood of sign-ins must not use the other functions' concurrency.
      name === 'auth' && authConcurrency > 0 ? { reservedConcurrentExecutions: authConcurrency } : {},
    )
  }

  #function(
    name: OwnFunction,
    uses: Uses,
    props: Partial<FunctionProps> = {},
    invocations: Pick<AliasProps, 'retryAttempts' | 'maxEventAge'> = {},
  ): LiveFunction {
    const scope = this.#nested[nestedStackOf(name)]
    const withLog = { ...props, logGroup: logGroup(this, name, this.#props) }
    const created = serviceFunction(scope, this.functionEnvironment, name, uses, withLog, invocations)
    this.functions[name] = created.handler
    return created
  }
}
