import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { websocketApiOf } from './apigateway/websocket/api.ts'
import { serveConnections } from './apigateway/websocket/connections-api.ts'
import type { Connection } from './apigateway/websocket/connections.ts'
import { resourcesOf } from './cloudformation/assembly.ts'
import { intrinsics } from './cloudformation/intrinsics.ts'
import { physicalName } from './cloudformation/names.ts'
import { serveCloudFormation } from './cloudformation/server.ts'
import { createAccessControl, callersOf } from './iam/access.ts'
import type { CloudOptions } from './options.ts'
import type { Prepared } from './prepare.ts'
import { bucketsOf, objectCreated } from './s3/buckets.ts'
import { serveS3 } from './s3/server.ts'
import { feedbackTypesOf } from './ses/feedback.ts'
import { serveSecretsExtension } from './secretsmanager/extension.ts'
import { descriptionsOf, loadSecrets, saveSecrets } from './secretsmanager/secrets.ts'
import { serveSecretsManager } from './secretsmanager/server.ts'
import { queuesOf } from './sqs/declared-queues.ts'
import { openQueues } from './sqs/queues.ts'
import { serveSqs } from './sqs/server.ts'

/**
 * Starts the services that functions call: SQS, S3, DynamoDB's tables, Secrets Manager and its extension, SES, and API
 * Gateway's @connections; and CloudFormation, for the AWS CLI. Throws StartupError.
 */
export async function startServices(
  parts: AsyncDisposableStack,
  options: CloudOptions,
  prepared: Prepared,
  { dataDir, url }: { dataDir: string; url: string },
) {
  const { assembly, database, identityProvider, modules } = prepared
  const declared = intrinsics(assembly)
  const callers = callersOf(assembly, declared)
  const ownerToken = randomUUID()
  const access = createAccessControl(
    new Map([...callers, [ownerToken, { name: 'owner', statements: undefined }]]),
    options.onDecision,
  )
  const queues = parts.use(openQueues(queuesOf(assembly, declared), join(dataDir, 'queues.sqlite')))
  const sqs = options.sqs ?? parts.use(await serveSqs(queues, access)).url

  // Set when the functions have started.
  const events: { publish(event: object): Promise<unknown> } = { publish: () => Promise.resolve() }
  const s3 = parts.use(
    await serveS3(
      bucketsOf(assembly, declared),
      join(dataDir, 's3'),
      (bucket, object, reason) => {
        if (!bucket.sendsEvents) return
        const event = objectCreated(bucket, object, reason)
        const published = events.publish(event)
        if (options.repeatEvents)
          void Promise.all([published, events.publish(event)]).then(() => events.publish(event))
      },
      access,
      [options.host ?? '', URL.parse(options.context?.publicUrl ?? '')?.hostname ?? ''],
    ),
  )
  const urls = { api: url, s3: s3.url, sqs }
  const resolve = intrinsics(assembly, urls)
  const cloudFormation = parts.use(await serveCloudFormation(assembly, urls, access))
  const tables = modules.tables.tablesOf(assembly, resolve)
  parts.use(await modules.tables.openTables(database, tables, { keepExpired: options.keepExpired ?? false }))
  const secretsFile = join(dataDir, 'secrets.json')
  const values = loadSecrets(assembly, resolve, secretsFile, identityProvider.client)
  const save = () => saveSecrets(values, secretsFile)
  const descriptions = descriptionsOf(assembly, resolve)
  const secretsManager = parts.use(await serveSecretsManager(values, { access, descriptions, save }))
  const extension = parts.use(await serveSecretsExtension(values, access))
  const configurationSets = resourcesOf(assembly, 'AWS::SES::ConfigurationSet').map(physicalName)
  const mailbox =
    modules.mailbox &&
    parts.use(
      await modules.mailbox.serveMailbox(
        { access, configurationSets },
        { types: feedbackTypesOf(assembly, resolve), publish: (event) => events.publish(event) },
      ),
    )

  const websocketApi = websocketApiOf(assembly, resolve)
  const openConnections = new Map<string, Connection>()
  const connections =
    options.connections ??
    (websocketApi && parts.use(await serveConnections(openConnections, websocketApi, access)).url) ??
    ''
  const tokens = new Map([...callers].map(([token, { name }]) => [name, token]))
  return {
    resolve,
    ownerToken,
    access,
    queues,
    events,
    s3,
    cloudFormation,
    secretsManager,
    /** The values of secrets, by ARN. */
    secrets: values,
    websocketApi,
    openConnections,
    table: tables[0]?.name ?? '',
    /** For the functions' environment. */
    addresses: {
      dynamodb: (await options.dynamodbEndpointForFunctions?.(database.endpoint, access)) ?? database.endpoint,
      mail: options.mail ?? mailbox?.url ?? '',
      s3: s3.url,
      sqs,
      connections,
      secretsManager: secretsManager.url,
      secretsPort: extension.port,
      tokenOf: (name: string) => tokens.get(name) ?? '',
      // The templates contain the deployed stages' provider, which must not be called, unless an option names one.
      ...((options.assembly || !options.context?.flightDataUrl) && {
        flightDataUrl: options.flightProvider ?? prepared.flightProvider.url,
      }),
    },
  }
}
export type RunningServices = Awaited<ReturnType<typeof startServices>>
