import { v7 } from 'uuid'
import { dynamoClient } from '../db/client.ts'
import { backoffs } from '../db/stores/backoffs.ts'
import { directory } from '../db/stores/directory.ts'
import type { Grant } from '../db/grant.ts'
import { limits } from '../db/stores/limits.ts'
import { companyQuotas } from '../db/stores/quotas.ts'
import { signInStates } from '../db/stores/sign-in-states.ts'
import { dynamoStore, type Store } from '../db/store.ts'
import { TenantTable } from '../db/table.ts'
import { bucketVariable, type BucketName } from '../config/buckets.ts'
import { clientsOf, type Clients } from '../config/clients.ts'
import { logger, type Level } from '../core/log.ts'
import { queueVariable, type QueueName } from '../config/queues.ts'
import { extensionSecrets, keptSecrets, secretVariable, type FetchSecret } from '../config/secrets.ts'
import { readFunctionSettings, variableOf } from '../config/function-settings.ts'
import { activeAccess } from '../domain/users/active-access.ts'
import type { postWebhook } from '../messaging/webhooks/post.ts'

/** Everything the service needs from outside: environment, table, secrets, clock, ids, log. */
export type Runtime = ReturnType<typeof buildRuntime>

let built: Runtime | undefined
/**
 * Built at the first request, never at import: the stack, the tests and the scripts import the same files. Nothing
 * else in functions/ and shared/ reads the environment.
 */
export const runtime = (): Runtime => (built ??= buildRuntime(process.env))

/** Replacements for the function's own dependencies. */
export interface RuntimeParts {
  /** Takes the lines of the log, by default standard output. */
  write: (line: string) => void
  client: Clients
  store: Store
  fetchSecret: FetchSecret
  clock: () => Date
  newId: () => string
  /** Posts to the receivers of webhooks in place of `postWebhook`, which only one function contains. */
  post: typeof postWebhook
}

/** Throws an Error that names the variable or setting that is missing or wrong. */
export function buildRuntime(
  env: Readonly<Record<string, string | undefined>>,
  parts: Partial<RuntimeParts> = {},
) {
  const variable = (name: string) => {
    const value = env[name]
    if (!value)
      throw new Error(`Environment variable ${name} is not set; the stack sets it (lib/stacks/api/stack.ts)`)
    return value
  }
  const settings = readFunctionSettings((name) => env[variableOf(name)])
  const {
    write = (line: string): void => void process.stdout.write(line),
    client = clientsOf(env),
    store = dynamoStore(client('DYNAMODB', dynamoClient), variable('TABLE_NAME')),
    clock = () => new Date(),
    // Version 7 (RFC 9562): ids sort by the moment they were made, also within one request.
    newId = (): string => v7(),
    post,
    fetchSecret = extensionSecrets({
      port: Number(env.PARAMETERS_SECRETS_EXTENSION_HTTP_PORT ?? 2773),
      token: env.AWS_SESSION_TOKEN ?? '',
      idOf: (name) => variable(secretVariable(name)),
    }),
  } = parts
  const service = env.SERVICE_NAME ?? 'unknown'
  const log = logger({ level: settings.logLevel as Level, service, write })
  return {
    settings,
    /** The name of the function. */
    service,
    version: env.SERVICE_VERSION ?? 'unknown',
    store,
    directory: directory(store),
    limits: limits(store),
    backoffs: backoffs(store),
    quotas: companyQuotas(store, { rate: settings.companyRate, burst: settings.companyBurst }, log),
    activeAccess: activeAccess(),
    signIns: signInStates(store),
    tenant: (grant: Grant) => new TenantTable(store, grant, log),
    secret: keptSecrets(fetchSecret, settings),
    log,
    alert: (event: string, ids: Record<string, string>) => log.warn(event, ids),
    clock,
    client,
    /** An environment variable that the stack sets. Throws an Error that names it if it is not set. */
    variable,
    /** The name of a bucket. */
    bucket: (name: BucketName) => variable(bucketVariable(name)),
    /** The URL of a queue. */
    queue: (name: QueueName) => variable(queueVariable(name)),
    newId,
    post,
  }
}
