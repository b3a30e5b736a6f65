import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { partitions } from '../../../shared/db/keys.ts'
import { parseOutboxMessage, type OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { clientConfig } from '../../../shared/config/clients.ts'
import { dynamoClient } from '../../../shared/db/client.ts'
import { dynamoStore, type Store } from '../../../shared/db/store.ts'
import { lambda } from '../../../shared/http/pipeline.ts'
import { matcher } from '../../../shared/http/routing/match.ts'
import { buildRuntime, type Runtime, type RuntimeParts } from '../../../shared/runtime/runtime.ts'
import type { Make, SecretName } from '../../../shared/config/secrets.ts'
import { groups, routes } from '../../../functions/index.ts'
import { expectContract } from '../api/contract.ts'
import { freshAddress, type Options } from '../api/client.ts'
import type { Answer } from '../api/answer.ts'
import { environment as environmentOfAll, inProcessCloud, tokens } from './context.ts'

/** Whose credentials calls are made with in this process. */
const asking = new AsyncLocalStorage<string>()
/** Does something as one of the functions: what it asks of the table is judged by that function's role. */
export const asFunction = <T>(name: string, act: () => T): T => asking.run(tokens()[name] ?? '', act)

/** The table as functions see it, each under its own credentials; the test's own are anybody's. */
function partsOf(
  environment: Record<string, string>,
  dynamodb?: string,
): Pick<RuntimeParts, 'store'> & Partial<RuntimeParts> {
  const owner = environment['AWS_SESSION_TOKEN'] ?? ''
  const parts = inProcessCloud?.partsOf(environment, () => asking.getStore() ?? owner)
  if (parts && dynamodb === undefined) return parts
  const client = dynamoClient(clientConfig(environment, 'DYNAMODB'))
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      headers['x-amz-security-token'] = asking.getStore() ?? owner
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low', name: 'asking' },
  )
  return { ...parts, store: dynamoStore(client, environment['TABLE_NAME'] ?? '') }
}
const { match } = matcher(routes)
/** The function that serves a request. */
const groupOf = (method: string, path: string) => {
  const found = match(method, path)?.route
  const group = Object.entries(groups).find(([, group]) => group.routes.some((route) => route === found))
  return group?.[0] ?? 'health'
}

/**
 * The functions in this process, on the table and the secrets of the running local cloud, with a clock that the test
 * sets: for what depends on time. Everything else goes through the front door.
 */
export function inProcess({
  dynamodb,
  store,
  variables,
  secrets = {},
  log = () => undefined,
}: {
  dynamodb?: string
  store?: Store
  variables?: Record<string, string>
  /** Secrets that are others here. */
  secrets?: Partial<Record<SecretName, unknown>>
  /** Takes the lines of the log, which are dropped by default. */
  log?: (line: string) => unknown
} = {}) {
  const environment = {
    ...environmentOfAll(),
    ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb }),
    ...variables,
  }
  // The SDK reads credentials there.
  Object.assign(process.env, environment)
  const clock = { now: new Date() }
  const parts = partsOf(environment, dynamodb)
  const own = store ?? parts.store
  /** The letters that were posted here, and what the mailer would send of them. */
  const outboxMessages: OutboxMessage[] = []
  const commit: Store['commit'] = async (writes, deadline) => {
    const outcome = await own.commit(writes, deadline)
    for (const write of writes)
      if (outcome === 'done' && 'put' in write && write.put.pk.startsWith(partitions.outbox))
        outboxMessages.push(parseOutboxMessage(write.put))
    return outcome
  }
  const built = buildRuntime(environment, {
    ...parts,
    write: log,
    store: { ...own, commit },
    clock: () => new Date(clock.now),
  })
  const runtime: Runtime = {
    ...built,
    secret: async <V, T>(name: SecretName, make: Make<V, T>) =>
      name in secrets ? make(secrets[name] as V, built.settings) : built.secret(name, make),
  }
  const handler = lambda(routes, () => runtime)
  const address = freshAddress()
  const call = async (
    key: string,
    {
      body,
      raw,
      headers = {},
      token,
      contract = true,
      context = {},
      from = address,
    }: Options & {
      context?: object
      from?: string
    } = {},
  ): Promise<Answer> => {
    const [method, target] = key.split(' ') as [string, string]
    const { pathname, searchParams } = new URL(target, 'http://local')
    const { cookie, ...others } = headers
    const event = {
      rawPath: pathname,
      ...(cookie !== undefined && { cookies: cookie.split('; ') }),
      headers: { ...others, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      queryStringParameters: Object.fromEntries(searchParams),
      requestContext: { http: { method, path: pathname, sourceIp: from }, requestId: randomUUID() },
      ...(raw !== undefined && { body: raw.toString() }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const result = await asFunction(groupOf(method, pathname), () =>
      handler(event as unknown as APIGatewayProxyEventV2, context as Context),
    )
    const lowered = Object.entries(result.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ])
    const read = Object.fromEntries(lowered) as Record<string, string>
    // As Node.js has them.
    if (result.cookies) Object.assign(read, { 'set-cookie': result.cookies })
    const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
    const answer = {
      status: result.statusCode ?? 0,
      headers: read,
      text: bytes.toString(),
      bytes,
      body: isFile(read) ? undefined : JSON.parse(bytes.toString() || 'null'),
    }
    if (contract) expectContract(key, answer)
    return answer
  }
  return {
    call,
    outboxMessages,
    clock,
    runtime,
    address,
    pass: (seconds: number) => void (clock.now = new Date(clock.now.getTime() + seconds * 1000)),
  }
}

/** Whether a response is no JSON, or compressed. */
const isFile = (headers: Record<string, string>) =>
  headers['content-encoding'] !== undefined || !(headers['content-type'] ?? 'json').includes('json')
