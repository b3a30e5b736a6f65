import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gateway } from '../../../lib/local/apigateway/gateway.ts'
import { httpApiOf } from '../../../lib/local/apigateway/http-api.ts'
import { readAssembly, resourcesOf } from '../../../lib/local/cloudformation/assembly.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'
import { physicalName } from '../../../lib/local/cloudformation/names.ts'
import { eventBus } from '../../../lib/local/eventbridge/rules.ts'
import { eventSourcesOf } from '../../../lib/local/event-source-mappings/event-sources.ts'
import { runQueues } from '../../../lib/local/event-source-mappings/queue-mappings.ts'
import { serveFlights } from '../../../lib/local/flight-data/server.ts'
import { createAccessControl, callersOf } from '../../../lib/local/iam/access.ts'
import { localKeys } from '../../../lib/local/iam/local-keys.ts'
import type { AccessRequest } from '../../../lib/local/iam/policy.ts'
import type { LambdaFunction } from '../../../lib/local/lambda/functions.ts'
import { functionsOf } from '../../../lib/local/lambda/settings.ts'
import { serveIdentities } from '../../../lib/local/oidc/server.ts'
import { bucketsOf, objectCreated } from '../../../lib/local/s3/buckets.ts'
import { serveS3 } from '../../../lib/local/s3/server.ts'
import { loadSecrets } from '../../../lib/local/secretsmanager/secrets.ts'
import { feedbackTypesOf } from '../../../lib/local/ses/feedback.ts'
import { serveMailbox } from '../../../lib/local/ses/mailbox.ts'
import { queuesOf } from '../../../lib/local/sqs/declared-queues.ts'
import { openQueues } from '../../../lib/local/sqs/queues.ts'
import { sendBatch } from '../../../lib/local/sqs/send.ts'
import { clientConfig, type Clients, type Service } from '../../../shared/config/clients.ts'
import { secretVariable } from '../../../shared/config/secrets.ts'
import type { Store } from '../../../shared/db/store.ts'
import { buildRuntime, type RuntimeParts } from '../../../shared/runtime/runtime.ts'
import { missingGrant, nameOf } from '../suite/missing-grants.ts'
import { callRecorder } from '../suite/privilege.ts'
import { inProcessFunction } from './functions.ts'
import { guardedStore } from './guarded-store.ts'
import { memoryStore, type MemoryStoreOptions, type StoredChange } from './memory-store.ts'
import { runStreams } from './streams.ts'

const maxLogLines = 20_000
/** What a simulation changes (test/support/simulation). */
export interface Conditions extends Pick<MemoryStoreOptions, 'turn' | 'catchUp'> {
  wrapStore?: (store: Store) => Store
  wrapFunction?: (one: LambdaFunction) => LambdaFunction
  wrapSending?: (send: Send) => Send
  /** Clients of AWS that replace those of the SDK. */
  clients?: Partial<Record<Service, unknown>>
  newId?: () => string
  post?: RuntimeParts['post']
}
type Send = (command: SendMessageBatchCommand) => Promise<unknown>
const same = <T>(one: T) => one

/** No server listens there: requests are given to `handle`. */
const publicUrl = 'http://127.0.0.1:1'

/**
 * The service in this process: the functions of an assembly behind its gateway, with its queues, event sources and roles, on
 * a table in memory. S3, SES, the flight data and the identity provider are those of the local cloud, on loopback.
 */
export async function startInProcessCloud(directory: string, conditions: Conditions = {}) {
  const {
    wrapStore = same,
    wrapFunction = same,
    wrapSending = same,
    clients: given = {},
    newId,
    post,
  } = conditions
  const assembly = readAssembly(directory)
  const dataDir = mkdtempSync(join(tmpdir(), 'courier-in-process-'))
  const declared = intrinsics(assembly)
  const callers = callersOf(assembly, declared)
  const ownerToken = randomUUID()
  const recorder = callRecorder()
  const refused = new Set<string>()
  const access = createAccessControl(
    new Map([...callers, [ownerToken, { name: 'owner', statements: undefined }]]),
    (call) => {
      recorder.record(call)
      if (call.allowedBy.length === 0) refused.add(missingGrant(call))
    },
  )
  const log: string[] = []
  const report = (line: string) => {
    log.push(line)
    if (log.length > maxLogLines) log.splice(0, maxLogLines / 2)
  }
  const events: { publish(event: object): Promise<unknown> } = { publish: () => Promise.resolve() }
  const queues = openQueues(queuesOf(assembly, declared), ':memory:')
  const [flights, identities, s3] = await Promise.all([
    serveFlights(join(dataDir, 'flight-provider.json')),
    serveIdentities(join(dataDir, 'identity-provider.json'), publicUrl),
    serveS3(
      bucketsOf(assembly, declared),
      join(dataDir, 's3'),
      // S3's event may come twice.
      (bucket, object, reason) =>
        bucket.sendsEvents &&
        void Promise.all([1, 2].map(() => events.publish(objectCreated(bucket, object, reason)))),
      access,
    ),
  ])
  const urls = { api: publicUrl, s3: s3.url, sqs: 'http://sqs' }
  const resolve = intrinsics(assembly, urls)
  const mailbox = await serveMailbox(
    { access, configurationSets: resourcesOf(assembly, 'AWS::SES::ConfigurationSet').map(physicalName) },
    { types: feedbackTypesOf(assembly, resolve), publish: (event) => events.publish(event) },
  )
  const secrets = loadSecrets(assembly, resolve, join(dataDir, 'secrets.json'), identities.client)
  const [table] = resourcesOf(assembly, 'AWS::DynamoDB::GlobalTable').map(physicalName)
  // Set when the functions have started.
  const stream: { take?: (changes: readonly StoredChange[]) => void } = {}
  const { turn, catchUp } = conditions
  const memory = memoryStore({
    ...(turn && { turn }),
    ...(catchUp && { catchUp }),
    onChange: (changes) => stream.take?.(changes),
  })
  const store = wrapStore(memory)

  /** What a runtime is given here, with the credentials that `token` returns at each call. */
  function partsOf(environment: Record<string, string>, token: () => string) {
    const authorize = (request: AccessRequest) => {
      const denial = access.denialReason(token(), request)
      if (denial !== undefined) throw Object.assign(new Error(denial), { name: 'AccessDeniedException' })
    }
    const sqs = {
      send: wrapSending(async ({ input }) => {
        const queue = queues.list.find(({ name }) => name === input.QueueUrl?.split('/').at(-1))
        if (!queue) throw new Error(`There is no queue ${input.QueueUrl ?? ''}`)
        authorize({ action: 'sqs:SendMessage', resource: queue.arn })
        return sendBatch(queues, queue, input as Parameters<typeof sendBatch>[2])
      }),
    }
    const clients = new Map<unknown, unknown>([])
    const client = ((service, make) => {
      if (service === 'SQS') return sqs
      if (given[service]) return given[service]
      const credentials = async () => ({
        accessKeyId: localKeys.id,
        secretAccessKey: localKeys.secret,
        sessionToken: token(),
      })
      const made = clients.get(make) ?? make({ ...clientConfig(environment, service), credentials } as never)
      clients.set(make, made)
      return made
    }) as Clients
    return {
      client,
      store: guardedStore(store, table ?? '', authorize),
      async fetchSecret(name) {
        const value = secrets.get(environment[secretVariable(name)] ?? '')
        if (!value) throw new Error(`The stack gives no secret ${name} to this function`)
        authorize({ action: 'secretsmanager:GetSecretValue', resource: value.ARN })
        return value.SecretString
      },
    } satisfies Partial<RuntimeParts>
  }

  const tokens = new Map([...callers].map(([token, { name }]) => [name, token]))
  const settings = functionsOf(assembly, resolve, {
    dynamodb: '',
    mail: mailbox.url,
    s3: s3.url,
    sqs: urls.sqs,
    secretsManager: '',
    secretsPort: 0,
    tokenOf: (name) => tokens.get(name) ?? '',
    flightDataUrl: flights.url,
  })
  const functions = settings.map((one) => {
    const { environment } = one
    const token = environment['AWS_SESSION_TOKEN'] ?? ''
    const parts = partsOf(environment, () => token)
    const runtime = buildRuntime(environment, {
      ...parts,
      write: report,
      ...(newId && { newId }),
      ...(post && { post }),
    })
    return wrapFunction(inProcessFunction(one, runtime))
  })
  const sources = eventSourcesOf(assembly, resolve)
  const { take, isIdle } = runStreams(sources.streams, { functions, queues, report })
  stream.take = take
  runQueues(sources.queues, { functions, queues, report })
  events.publish = eventBus(assembly, resolve, functions)

  return {
    /** Answers a request as the gateway does. */
    handle: gateway(httpApiOf(assembly, resolve), functions, report),
    partsOf,
    /** All items of the table. */
    items: memory.items,
    queues,
    /** Whether the stream has no changes that a function has not processed. */
    isIdle,
    ownerToken,
    environment: Object.assign({}, ...settings.map(({ environment }) => environment)) as Record<string, string>,
    tokens: Object.fromEntries([...tokens].map(([name, token]) => [nameOf(name), token])),
    s3: s3.url,
    mail: mailbox.url,
    /** The latest lines of the functions' logs. */
    log,
    /** A line for each call that a function's role does not allow. */
    refused,
    uses: recorder.uses,
  }
}
export type InProcessCloud = Awaited<ReturnType<typeof startInProcessCloud>>
