import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { clientOptions } from '../../../lib/local/dynamodb/tables.ts'
import type { CloudOptions } from '../../../lib/local/options.ts'
import { readJsonLines } from '../../support/local/json-lines.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { wait } from '../../support/local/npm-start.ts'
import { waitUntil } from '../../support/suite/wait.ts'

/** Records each event in a file. The query selects the response to `$connect`, and each message selects its own. */
const code = `
const { appendFileSync, existsSync } = require('node:fs')
const record = (line) => appendFileSync(process.env.EVENTS, JSON.stringify(line) + '\\n')
exports.handler = async (event) => {
  record(event)
  const { routeKey, eventType, connectionId } = event.requestContext
  const { answer = '{"statusCode":200}', gate } = event.queryStringParameters ?? {}
  while (gate && !existsSync(gate)) await new Promise((resolve) => setTimeout(resolve, 5))
  if (answer === 'throw') throw new Error('no socket')
  if (eventType !== 'MESSAGE') return JSON.parse(answer)
  const { n = 0, trouble } = routeKey === '$default' ? {} : JSON.parse(event.body)
  if (trouble === 'throw') throw new Error('no answer')
  if (trouble === 'malformed') return { body: 'x' }
  await new Promise((resolve) => setTimeout(resolve, 10 - n))
  record({ done: n, connectionId })
  return { statusCode: 200, body: JSON.stringify({ routeKey, n }) }
}`
export const directory = mkdtempSync(join(tmpdir(), 'sockets-'))
const eventsFile = join(directory, 'events')
const variables = {
  EVENTS: eventsFile,
  URL: { 'Fn::GetAtt': ['Sockets', 'ApiEndpoint'] },
  STAGE: { Ref: 'SocketStage' },
}
/** The endpoint that a template sets for AWS, and that the local cloud replaces. */
const awsAddress = {
  AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI: 'https://sockets.execute-api.amazonaws.com/ws',
}
const hello = `exports.handler = async () => {
  const { URL, STAGE, AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI } = process.env
  return [URL, STAGE, AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI]
}`
export const app = {
  functions: {
    socket: { code, timeout: 10, variables },
    hello: { code: hello, variables: { ...variables, ...awsAddress } },
  },
  routes: { 'GET /': 'hello' },
}
export const routes = {
  $connect: 'socket',
  $disconnect: 'socket',
  $default: 'socket',
  ask: 'socket',
  instruct: 'socket',
}
const assembly = join(directory, 'assembly')
let count = 0
export const start = (options: Partial<CloudOptions> = {}) =>
  startCloud({
    dataDir: join(directory, `data${++count}`),
    assembly,
    quiet: true,
    log: () => undefined,
    ...options,
  })
export interface RecordedEvent {
  requestContext?: Record<string, any>
  body?: string
  done?: number
  connectionId?: string
  [name: string]: unknown
}
export const recordedEvents = (): RecordedEvent[] => readJsonLines(eventsFile)
export const eventsOf = (type: string, id?: string) =>
  recordedEvents().filter(
    ({ requestContext }) =>
      requestContext?.['eventType'] === type && (!id || requestContext['connectionId'] === id),
  )
export const until = (condition: () => boolean) => waitUntil(condition, wait)
export let cloud: Cloud
export let management: ApiGatewayManagementApiClient
const connectOf = (name: string) =>
  eventsOf('CONNECT').find(
    ({ queryStringParameters }) => (queryStringParameters as Record<string, string>)['name'] === name,
  )
/** Starts to open a socket; `name` in the query identifies its events. */
export function socketTo(
  query: Record<string, string> = {},
  options: ClientOptions & { protocols?: string[] } = {},
  to = cloud,
) {
  const name = `client-${++count}`
  const address = `${to.endpoints.websocket}?${new URLSearchParams({ name, ...query }).toString()}`
  const socket = new WebSocket(address, options.protocols, options)
  const messages: string[] = []
  socket.on('message', (data: Buffer) => messages.push(data.toString()))
  const closed = once(socket, 'close').then(([code, reason]) => [code, String(reason)])
  closed.catch(() => undefined)
  const id = () => String(connectOf(name)?.requestContext?.['connectionId'])
  return { socket, messages, closed, connectEvent: () => connectOf(name), id }
}
export async function openSocket(...args: Parameters<typeof socketTo>) {
  const client = socketTo(...args)
  await once(client.socket, 'open')
  return client
}
/** A minimal client: requests an upgrade, sends the given bytes, and never answers. */
export async function sendUpgrade(url: string, more: string | Buffer = '') {
  const { hostname, port } = new URL(url)
  const stream = connect(Number(port), hostname)
  stream.on('error', () => undefined)
  await once(stream, 'connect')
  const name = `openRawSocket-${++count}`
  const lines = [
    `GET /ws?name=${name} HTTP/1.1`,
    'Host: localhost',
    'Upgrade: websocket',
    'Connection: Upgrade',
  ]
  lines.push('Sec-WebSocket-Version: 13', `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`, '', '')
  stream.write(Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(more)]))
  return { stream, name }
}
export async function openRawSocket(more: string | Buffer = '', to = cloud) {
  const { stream, name } = await sendUpgrade(to.url, more)
  const [answer] = (await once(stream, 'data')) as [Buffer]
  return { stream, answer: answer.toString(), id: String(connectOf(name)?.requestContext?.['connectionId']) }
}
export const disconnectEvents = async (id: string) => {
  await until(() => eventsOf('DISCONNECT', id).length > 0)
  return eventsOf('DISCONNECT', id).map(({ requestContext }) => requestContext)
}

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    writeAssembly(assembly, { ...app, sockets: { routes, answering: ['ask'] } })
    cloud = await start()
    const endpoint = cloud.endpoints.connections
    management = new ApiGatewayManagementApiClient({ endpoint, ...clientOptions, maxAttempts: 1 })
  })
  afterAll(async () => {
    management.destroy()
    await cloud.stop()
    rmSync(directory, { recursive: true })
  })
}
