import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import type { Grant } from '../../shared/db/grant.ts'
import { postingOf, postingPrefix, type Posting } from '../../shared/db/outbox.ts'
import type { Store } from '../../shared/db/store.ts'
import { TenantTable } from '../../shared/db/table.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { buildRuntime, type Runtime } from '../../shared/runtime.ts'
import type { Make, SecretName } from '../../shared/secrets.ts'
import { routes } from '../../functions/index.ts'
import { expectContract } from './contract.ts'
import { freshAddress, type Answer, type Options } from './client.ts'

/**
 * The functions in this process, on the table and the secrets of the running local cloud, with a clock that the test
 * sets: for what depends on time. Everything else goes through the front door.
 */
export function inProcess({
  dynamodb,
  store,
  variables,
  secrets = {},
}: {
  dynamodb?: string
  store?: Store
  variables?: Record<string, string>
  /** Secrets that are others here. */
  secrets?: Partial<Record<SecretName, unknown>>
} = {}) {
  const environment = {
    ...inject('environment'),
    ...(dynamodb && { AWS_ENDPOINT_URL_DYNAMODB: dynamodb }),
    ...variables,
  }
  // The SDK reads its own part of the environment when its client is made, in buildRuntime.
  Object.assign(process.env, environment)
  const clock = { now: new Date() }
  const built = buildRuntime(environment)
  /** The letters that were posted here, and what the mailer would send of them. */
  const postings: Posting[] = []
  const commit: Store['commit'] = async (writes) => {
    const outcome = await (store ?? built.store).commit(writes)
    for (const write of writes)
      if (outcome === 'done' && 'put' in write && write.put.pk.startsWith(postingPrefix))
        postings.push(postingOf(write.put))
    return outcome
  }
  const runtime: Runtime = {
    ...built,
    secret: async <V, T>(name: SecretName, make: Make<V, T>) =>
      name in secrets ? make(secrets[name] as V, built.settings) : built.secret(name, make),
    ...(store && { tenant: (grant: Grant) => new TenantTable(store, grant) }),
    store: { ...(store ?? built.store), commit },
    clock: () => new Date(clock.now),
  }
  runtime.log.setLogLevel('SILENT')
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
    const event = {
      rawPath: pathname,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      queryStringParameters: Object.fromEntries(searchParams),
      requestContext: { http: { method, path: pathname, sourceIp: from }, requestId: randomUUID() },
      ...(raw !== undefined && { body: raw.toString() }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const result = await handler(event as unknown as APIGatewayProxyEventV2, context as Context)
    const lowered = Object.entries(result.headers ?? {}).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ])
    const bytes = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
    const answer = {
      status: result.statusCode ?? 0,
      headers: Object.fromEntries(lowered) as Record<string, string>,
      text: bytes.toString(),
      bytes,
      body: result.isBase64Encoded ? undefined : JSON.parse(result.body ?? 'null'),
    }
    if (contract) expectContract(key, answer)
    return answer
  }
  return {
    call,
    postings,
    clock,
    runtime,
    address,
    pass: (seconds: number) => void (clock.now = new Date(clock.now.getTime() + seconds * 1000)),
  }
}
