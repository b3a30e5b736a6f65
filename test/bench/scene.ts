import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../lib/local/runtime/startup-error.ts'
import { startCloud } from '../../lib/local/cloud.ts'
import { completeEvent, readEvent } from '../../lib/local/invoke/sample-event.ts'

/** A request as API Gateway passes it to a function (test/events), and the expected status. */
export interface Request {
  /** JSON. */
  event: string
  status: number
}
export interface Scene extends AsyncDisposable {
  create: Request
  read: Request
  readPackage: Request
  track: Request
  health: Request
  /** Registers another company. Returns the token of its manager. */
  company(): Promise<string>
  /** A GET request with the token. The expected status is 200. */
  get(token: string, path: string, query?: Record<string, string>): Request
  put(token: string, path: string, body: object): Request
  /** The URL of the local cloud, and a request that reads a shipment. */
  url: string
  shipment: { path: string; authorization: string }
  dynamodb: string
  /** A function's bundle and environment variables. */
  fn(group: string): { bundle: string; environment: Record<string, string> }
}

/**
 * Starts a separate local cloud with one company; an assembly has the settings of its synthesis. The requests have the token of
 * the company's manager.
 */
export async function openScene(assembly?: string): Promise<Scene> {
  await using parts = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  parts.defer(() => rmSync(dataDir, { recursive: true }))
  // The token outlives the longest run; no request is rate limited.
  const context = {
    accessTokenSeconds: '86400',
    trackingPerMinute: '3000',
    routeRate: '1000000',
    routeBurst: '1000000',
    companyRate: '1000000',
    companyBurst: '1000000',
  }
  const cloud = await startCloud({
    dataDir,
    context,
    onDemand: true,
    quiet: true,
    ...(assembly && { assembly }),
  })
  parts.defer(() => cloud.stop())

  const invoke = async (group: string, event: unknown) => {
    const answer = await cloud.invoke(`${group}Function`, JSON.stringify(event))
    if (typeof answer === 'string')
      throw new StartupError(`The function ${group} returned no result. Its log is above.`)
    return JSON.parse(answer.payload) as unknown
  }
  const values = new Map<string, string>()
  async function request(sample: string, status: number): Promise<Request> {
    const file = join(import.meta.dirname, '..', 'events', `${sample}.json`)
    const event = await completeEvent(readEvent(file), values, invoke, () => undefined)
    // With an idempotency key, the service also stores the response. Peers do not, so the request has no key.
    delete (event as { headers: Record<string, string> }).headers['idempotency-key']
    return { event: JSON.stringify(event), status }
  }
  const requests = {
    create: await request('shipments-book', 201),
    read: await request('shipments-read', 200),
    readPackage: await request('packages-read', 200),
    track: await request('tracking-follow', 200),
    health: await request('health-liveness', 200),
  }
  const reading = JSON.parse(requests.read.event) as APIGatewayProxyEventV2
  /** The sample event with another caller and path. */
  function requestFor(token: string, method: string, rawPath: string, more: object): Request {
    const { headers, requestContext } = reading
    const http = { ...requestContext.http, method, path: rawPath }
    return {
      status: 200,
      event: JSON.stringify({
        ...reading,
        rawPath,
        routeKey: `${method} ${rawPath}`,
        headers: { ...headers, authorization: `Bearer ${token}` },
        requestContext: { ...requestContext, http },
        ...more,
      }),
    }
  }
  const scene = parts.move()
  return {
    ...requests,
    url: cloud.url,
    dynamodb: cloud.dynamodb,
    shipment: { path: reading.rawPath, authorization: reading.headers['authorization'] ?? '' },
    async company() {
      const token = await completeEvent('<access_token>', new Map(), invoke, () => undefined)
      return token as string
    },
    get: (token, path, query = {}) => requestFor(token, 'GET', path, { queryStringParameters: query }),
    put: (token, path, body) => requestFor(token, 'PUT', path, { body: JSON.stringify(body) }),
    fn(group) {
      const found = cloud.functions.find(({ name }) => name.includes(`-${group}Function`))
      if (!found) throw new StartupError(`The app has no function ${group}.`)
      return { bundle: join(found.directory, 'index.js'), environment: found.environment }
    },
    [Symbol.asyncDispose]: () => scene.disposeAsync(),
  }
}
