import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve as resolvePath } from 'node:path'
import { bucketVariable } from '../../shared/config/buckets.ts'
import { accessFor, callersOf, type AccessControl, type AccessDecision } from './iam/access.ts'
import { readAssembly } from './cloudformation/assembly.ts'
import { bucketsOf, objectCreated } from './s3/buckets.ts'
import { StartupError } from './runtime/startup-error.ts'
import { serveConnections } from './apigateway/websocket/connections-api.ts'
import { awsSocketLimits, type Connection, type SocketLimits } from './apigateway/websocket/connections.ts'
import { lockDataDir } from './runtime/data-dir.ts'
import { startDynamoDb } from './dynamodb/dynamodb.ts'
import type { Answer } from './lambda/execution-environment.ts'
import { eventBus } from './eventbridge/rules.ts'
import { distributionOf } from './cloudfront/distribution.ts'
import { edge } from './cloudfront/edge.ts'
import { eventSourcesOf } from './event-source-mappings/event-sources.ts'
import { serveFlights } from './flight-data/server.ts'
import { bindHttpServer } from './http/server.ts'
import { lambdaFunction } from './lambda/functions.ts'
import { gateway } from './apigateway/gateway.ts'
import { httpApiOf } from './apigateway/http-api.ts'
import { serveIdentities } from './oidc/server.ts'
import { intrinsics } from './cloudformation/intrinsics.ts'
import { websocketUrl } from './cloudformation/names.ts'
import { functionsOf, type FunctionSettings } from './lambda/settings.ts'
import { runQueues } from './event-source-mappings/queue-mappings.ts'
import { openQueues } from './sqs/queues.ts'
import { queuesOf } from './sqs/declared-queues.ts'
import { serveS3 } from './s3/server.ts'
import { runSchedules, schedulesOf } from './eventbridge/schedules.ts'
import { serveSecrets } from './secretsmanager/extension.ts'
import { rotationsOf, serveSecretsManager } from './secretsmanager/server.ts'
import { keptSecrets, saveSecrets } from './secretsmanager/secrets.ts'
import { serveSqs } from './sqs/server.ts'
import { synthesise } from './cloudformation/synth.ts'
import { websocketApiOf } from './apigateway/websocket/api.ts'
import { websocketGateway } from './apigateway/websocket/gateway.ts'

export interface CloudOptions {
  /** Where all data is kept; one running cloud a directory. */
  dataDir: string
  /** 0, the default, takes any free port. */
  port?: number
  host?: string
  /** CDK context, `-c name=value`. */
  context?: Record<string, string>
  /** The directory of an assembly to run instead of synthesising the app, with the settings that it was made with. */
  assembly?: string
  /** One event at a time for each function, as on AWS. */
  strict?: boolean
  /** Gives the address at which functions find DynamoDB; tests put a proxy in between. */
  dynamodbEndpointForFunctions?: (realEndpoint: string, access: AccessControl) => Promise<string>
  /** Hears of what functions ask of AWS's services here, DynamoDB apart, and whether their roles let them. */
  judged?: (call: AccessDecision) => void
  /**
   * Runs functions when they are asked for alone, neither by schedule nor by what is written or sent: beside a running service,
   * or for a moment, where a letter would go into a mailbox that nobody sees.
   */
  onDemand?: boolean
  /** A mailbox that runs already takes the letters, instead of one of its own. */
  mail?: string
  /** Queues that are served already take what is sent, instead of those in `dataDir`. */
  sqs?: string
  /** Sockets that are served already take what is posted to them, instead of those of this cloud. */
  connections?: string
  /** Leaves expired items where they are: AWS takes up to days to delete them. */
  keepExpired?: boolean
  /** Tells of each object again, as S3 may: at the same time, and when all are done with it. */
  repeatEvents?: boolean
  /** Where sockets are to be closed after other times than on AWS. */
  socketLimits?: Partial<SocketLimits>
  /** Drops the progress and what functions write; faults still go to stderr. */
  quiet?: boolean
  /** Takes what functions write, instead of stdout. */
  functionLog?: (chunk: string) => void
  /** Takes progress and faults line by line, instead of stdout and stderr. */
  log?: (line: string) => void
  /** Breaks the start off. */
  signal?: AbortSignal
}

/** Settings that differ from a deployed stage's: who tries the service out may choose a simple password, and has no https. */
const localSettings = { refuseCommonPasswords: 'false', webhooksToLoopback: 'true' }

/** Addresses have no trailing slash. */
export interface Endpoints {
  api: string
  dynamodb: string
  table: string
  /** Object storage; every bucket is private. */
  s3: string
  /** The bucket of the photos. */
  bucket: string
  /** The queues. */
  sqs: string
  /** Where sockets are opened; '' without a WebSocket API. */
  websocket: string
  /** Posts to open sockets (@connections); '' without a WebSocket API. */
  connections: string
  /** Takes what happens to flights, and answers as AeroDataBox does. */
  flight_provider: string
  /** Takes letters in place of SES and sends none: `/` shows them, `/store` gives them as JSON. */
  mail: string
  /** Renews keys (RotateSecret). */
  secrets_manager: string
  /** The issuer of the custom identity provider `local`. */
  identity_provider: string
}

export interface Cloud {
  url: string
  dynamodb: string
  table: string
  endpoints: Endpoints
  /** With the environment of each, so that a test can run a function's code in its own process. */
  functions: readonly FunctionSettings[]
  /** The session token of whoever may do anything, for a test that runs the code of all functions in its own process. */
  ownerToken: string
  /**
   * Runs the function of a construct id, such as `authFunction`, on an event (JSON), past the gateway.
   * Throws CannotStart when the app has none.
   */
  invoke(constructId: string, event: string): Promise<Answer>
  /**
   * Ends the execution environment of a function at once, as where its memory runs out: events that it works on answer
   * 'error', and the next event starts another one. Throws CannotStart when the app has no such function.
   */
  kill(constructId: string): Promise<void>
  /** Rejects with CannotStart when a part that the cloud needs has ended by itself; never resolves. */
  death: Promise<never>
  /** Ends everything, the emulator last, so that writes finish. */
  stop(): Promise<void>
}

/**
 * Runs the service on this machine from its synthesised CDK app. Resolves once `GET /` answers and
 * `<dataDir>/endpoints.json` is written. Throws CannotStart, having ended all that it began.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { host = '127.0.0.1', port = 0 } = options
  const dataDir = resolvePath(options.dataDir)
  const progress = options.quiet ? () => undefined : (options.log ?? console.log)
  const reports = {
    log(chunk: string) {
      if (options.functionLog) options.functionLog(chunk)
      else if (!options.quiet) process.stdout.write(chunk)
    },
    failure: options.log ?? ((line: string) => console.error(`${new Date().toISOString()} ${line}`)),
  }
  const signal = options.signal ?? new AbortController().signal

  // Whatever is begun is pushed here; should the start fail, all of it ends in reverse order.
  await using parts = new AsyncDisposableStack()
  parts.use(lockDataDir(dataDir))
  const door = parts.use(await bindHttpServer(host, port, reports.failure))
  const endpointsFile = join(dataDir, 'endpoints.json')
  rmSync(endpointsFile, { force: true })

  const abandoned = new AbortController()
  const database = startDynamoDb(
    join(dataDir, 'dynamodb.sqlite'),
    process.env,
    AbortSignal.any([signal, abandoned.signal]),
  )
  parts.defer(async () => {
    abandoned.abort()
    await (await database.catch(() => undefined))?.[Symbol.asyncDispose]()
  })
  const flightProvider = parts.use(await serveFlights(join(dataDir, 'flight-provider.json')))
  const identityProvider = parts.use(
    await serveIdentities(join(dataDir, 'identity-provider.json'), options.context?.publicUrl ?? door.url),
  )
  const directory = options.assembly ? resolvePath(options.assembly) : join(dataDir, 'assembly')
  const synth = options.assembly
    ? undefined
    : parts.use(
        synthesise(directory, { ...localSettings, flightDataUrl: flightProvider.url, ...options.context }),
      )
  if (synth) progress('Synthesising the CDK app and starting DynamoDB ...')
  // The SDK and the mailbox take half a second to load, which passes beside the synthesis.
  const [tables, streams] = [
    import('./dynamodb/tables.ts'),
    import('./event-source-mappings/streams/streams.ts'),
  ]
  const ownMailbox = options.mail === undefined ? import('./ses/mailbox.ts') : undefined
  const [emulator] = await Promise.all([database, tables, streams, ownMailbox, synth?.done])
  signal.throwIfAborted()
  runsAsCommonJs(directory)

  const assembly = readAssembly(directory)
  const buckets = bucketsOf(assembly, intrinsics(assembly))
  const callers = callersOf(assembly, intrinsics(assembly))
  const ownerToken = randomUUID()
  const owner = { name: 'owner', statements: undefined }
  const access = accessFor(new Map([...callers, [ownerToken, owner]]), options.judged)
  const queues = parts.use(openQueues(queuesOf(assembly, intrinsics(assembly)), join(dataDir, 'queues.sqlite')))
  const sqs = options.sqs ?? parts.use(await serveSqs(queues, access)).url
  let publishEvent: (event: object) => Promise<unknown> = () => Promise.resolve()
  const s3 = parts.use(
    await serveS3(
      buckets,
      join(dataDir, 's3'),
      (bucket, object) => {
        if (!bucket.notifies) return
        const event = objectCreated(bucket, object)
        const published = publishEvent(event)
        if (options.repeatEvents)
          void Promise.all([published, publishEvent(event)]).then(() => publishEvent(event))
      },
      access,
    ),
  )
  const resolve = intrinsics(assembly, { api: door.url, s3: s3.url, sqs })
  const { openTables, tablesOf } = await tables
  const declared = tablesOf(assembly, resolve)
  const { endpoint } = emulator
  parts.use(await openTables(emulator, declared, { keepExpired: options.keepExpired ?? false }))
  const secretsFile = join(dataDir, 'secrets.json')
  const values = keptSecrets(assembly, resolve, secretsFile, identityProvider.client)
  const save = () => saveSecrets(values, secretsFile)
  const secretsManager = parts.use(await serveSecretsManager(values, { access, save }))
  const extension = parts.use(await serveSecrets(values, access))
  const mailbox = ownMailbox && parts.use(await (await ownMailbox).serveMailbox(access))
  const mail = options.mail ?? mailbox?.url ?? ''
  const dynamodb = (await options.dynamodbEndpointForFunctions?.(endpoint, access)) ?? endpoint

  const websocketApi = websocketApiOf(assembly, resolve)
  const open = new Map<string, Connection>()
  const connections =
    options.connections ??
    (websocketApi && parts.use(await serveConnections(open, websocketApi, access)).url) ??
    ''

  // A given assembly names its stage's provider, whom nothing here should ask.
  const given = options.assembly && { flightDataUrl: flightProvider.url }
  const addresses = {
    dynamodb,
    mail,
    s3: s3.url,
    sqs,
    connections,
    secretsManager: secretsManager.url,
    secretsPort: extension.port,
  }
  const tokens = new Map([...callers].map(([token, { name }]) => [name, token]))
  const services = { ...addresses, tokenOf: (name: string) => tokens.get(name) ?? '', ...given }
  const settings = functionsOf(assembly, resolve, services)
  const functions = settings.map((one) => parts.use(lambdaFunction(one, reports, options.strict ?? false)))
  if (!options.onDemand) {
    publishEvent = eventBus(assembly, resolve, functions)
    s3.notifyAgain()
  }
  secretsManager.rotateBy(functions, rotationsOf(assembly, resolve))
  const api = gateway(httpApiOf(assembly, resolve), functions, reports.failure)
  const sockets =
    websocketApi &&
    websocketGateway(websocketApi, functions, {
      connections: open,
      limits: { ...awsSocketLimits, ...options.socketLimits },
      fault: reports.failure,
    })
  door.open(edge(distributionOf(assembly, resolve), api), sockets)
  if (!options.onDemand) {
    parts.use(runSchedules(schedulesOf(assembly, resolve), functions))
    const { runStreams } = await streams
    const positionsFile = join(dataDir, 'stream-positions.json')
    const sources = eventSourcesOf(assembly, resolve)
    const to = { functions, queues, report: reports.failure }
    parts.use(await runStreams(sources.streams, { ...to, database: emulator, positionsFile }))
    parts.use(runQueues(sources.queues, to))
  }
  // One after the other: the first requests find a processor free.
  void (async () => {
    for (const one of functions) await one.warm()
  })()

  // First of all at the end: no new requests, and those under way finish.
  parts.use(door)
  const environment = Object.assign({}, ...settings.map((one) => one.environment)) as Record<string, string>
  const endpoints = {
    api: door.url,
    dynamodb: endpoint,
    table: declared[0]?.name ?? '',
    s3: s3.url,
    bucket: environment[bucketVariable('photos')] ?? '',
    sqs,
    websocket: websocketApi ? `${websocketUrl(door.url)}/${websocketApi.stage}` : '',
    connections,
    flight_provider: flightProvider.url,
    mail,
    secrets_manager: secretsManager.url,
    identity_provider: identityProvider.client.issuer,
  }
  parts.defer(() => rmSync(endpointsFile, { force: true }))
  // Whole or not at all: others wait for this file and read it at once.
  writeFileSync(`${endpointsFile}.new`, JSON.stringify(endpoints, null, 2))
  renameSync(`${endpointsFile}.new`, endpointsFile)
  /** CDK makes the logical id of the construct's id and a hash. */
  const functionOf = (constructId: string) => {
    const found = functions.find(({ name }) => new RegExp(`-${constructId}[0-9A-F]*$`).test(name))
    if (!found) throw new StartupError(`The app has no function ${constructId}.`)
    return found
  }
  const running = parts.move()
  return {
    url: door.url,
    dynamodb: endpoint,
    table: endpoints.table,
    endpoints,
    functions: settings,
    ownerToken,
    invoke: async (constructId, event) => functionOf(constructId).invoke(event),
    kill: async (constructId) => functionOf(constructId).kill(),
    death: emulator.death,
    stop: () => running.disposeAsync(),
  }
}

/**
 * Node takes a .js file for what the nearest package.json says, and that of this repository says ES module.
 * On Lambda nothing stands above the bundles, so they are CommonJS; this makes it so here.
 */
function runsAsCommonJs(assembly: string): void {
  const file = join(assembly, 'package.json')
  if (existsSync(assembly) && !existsSync(file)) writeFileSync(file, '{}\n')
}
