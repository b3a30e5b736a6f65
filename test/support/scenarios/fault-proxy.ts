import { unmarshall } from '@aws-sdk/util-dynamodb'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { partitions } from '../../../shared/db/keys.ts'
import { parseOutboxMessage, type OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { conflict, isItemOperation, throttled, internalServerError } from '../chaos-proxy/refusals.ts'
import type { Body } from '../chaos-proxy/wire.ts'

/** The faults of a call to a backend. `killed`: the calling function dies and makes no further calls. */
export const faults = [
  'dropped before',
  'dropped after',
  'dropped after, four times',
  'a 500',
  'throttled',
  'a conflict',
  'a timeout',
  'killed before',
  'killed after',
] as const
export type Fault = (typeof faults)[number]

export interface BackendCall {
  service: 'dynamodb' | 's3' | 'sqs'
  operation: string
}
/** A server that functions call instead of a backend. */
interface Endpoint {
  service: BackendCall['service']
  upstream: string
  server: http.Server
  url: string
  dead: boolean
}
/** The fault to inject into the call with the number `at`, from 1. */
type PlannedFault = { at: number; fault: Fault }
/** Longer than the SDK's clients wait for any backend (shared/db/store.ts, photos/bucket.ts, outward/queue.ts). */
const tooLong = 5500

/** Starts a proxy between a function and its backends, which injects a fault into one call. */
export async function startFaultProxy(upstreams: Partial<Record<BackendCall['service'], string>>) {
  let calls: BackendCall[] = []
  let plan: PlannedFault | undefined
  let [repetitions, injected] = [0, 0]
  let death = Promise.withResolvers<'killed'>()
  /** The outbox messages that functions wrote, including those whose response was lost. */
  const outboxMessages = new Map<string, OutboxMessage>()
  const agent = new http.Agent({ keepAlive: true })

  async function carryOut(upstream: string, incoming: http.IncomingMessage, sent: Buffer) {
    const { method, headers, url: path = '/' } = incoming
    const outgoing = http.request(new URL(path, upstream), { agent, method, headers }).end(sent)
    const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage]
    return { status: answer.statusCode ?? 502, headers: answer.headers, content: await buffer(answer) }
  }

  /** Returns the answer, or `undefined` if the connection is to be closed. */
  async function handle(endpoint: Endpoint, incoming: http.IncomingMessage) {
    const { service, upstream } = endpoint
    const sent = await buffer(incoming)
    const operation = operationOf(incoming)
    const body = service === 'dynamodb' ? (JSON.parse(sent.toString()) as Body) : {}
    const request = { operation, body }
    if (service === 'dynamodb' && !isItemOperation(request)) return carryOut(upstream, incoming, sent)
    // The function may have been killed while the call was in transit.
    if (endpoint.dead) return undefined
    calls.push({ service, operation })
    if (calls.length === plan?.at || repetitions > 0) {
      const { fault } = plan!
      if (repetitions > 0) repetitions--
      else if (fault === 'dropped after, four times') repetitions = 3
      injected++
      const die = () => {
        for (const endpoint of endpoints) endpoint.dead = true
        death.resolve('killed')
      }
      if (fault === 'dropped before') return undefined
      if (fault === 'killed before') return die()
      const refusal = refusalOf(fault, service, request)
      if (refusal) return { ...refusal, content: Buffer.from(refusal.text) }
      const answer = await carryOut(upstream, incoming, sent)
      recordMessages(body, answer.status)
      if (fault === 'killed after') return die()
      if (fault === 'a timeout') await new Promise((resolve) => setTimeout(resolve, tooLong).unref())
      return fault.startsWith('dropped') ? undefined : answer
    }
    const answer = await carryOut(upstream, incoming, sent)
    recordMessages(body, answer.status)
    return answer
  }

  function recordMessages({ TransactItems = [] }: Body, status: number) {
    for (const { Put } of status === 200 ? TransactItems : [])
      if (Put?.Item?.['pk']?.S?.startsWith(partitions.outbox)) {
        const message = parseOutboxMessage(unmarshall(Put.Item as never))
        outboxMessages.set(message.id, message)
      }
  }

  async function open(service: BackendCall['service'], upstream: string): Promise<Endpoint> {
    const server = http.createServer((incoming, outgoing) => {
      handle(endpoint, incoming).then(
        (answer) => {
          if (!answer) return incoming.socket.destroy()
          const { 'transfer-encoding': _, ...headers } = answer.headers as http.OutgoingHttpHeaders
          outgoing
            .writeHead(answer.status, { ...headers, 'content-length': answer.content.length })
            .end(answer.content)
        },
        () => incoming.socket.destroy(),
      )
    })
    server.keepAliveTimeout = 0
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const endpoint: Endpoint = { service, upstream, server, url, dead: false }
    return endpoint
  }
  const close = ({ server }: Endpoint) => {
    server.close()
    server.closeAllConnections()
  }
  const endpoints: Endpoint[] = []
  for (const [service, upstream] of Object.entries(upstreams))
    endpoints.push(await open(service as BackendCall['service'], upstream))
  return {
    url: (service: BackendCall['service']) => endpoints.find((endpoint) => endpoint.service === service)!.url,
    /** After a kill: closes the killed function's connections to DynamoDB, and reopens the other endpoints for the retry. */
    async renew() {
      for (const [n, endpoint] of endpoints.entries())
        if (!endpoint.dead) continue
        else if (endpoint.service === 'dynamodb') {
          close(endpoint)
          endpoints[n] = await open(endpoint.service, endpoint.upstream)
        } else endpoint.dead = false
    },
    emails: () => [...outboxMessages.values()],
    /** Restarts the count of calls, and plans a fault for one of them. */
    plan(next?: PlannedFault) {
      ;[calls, plan, repetitions, injected] = [[], next, 0, 0]
      death = Promise.withResolvers()
    },
    calls: () => calls,
    /** How often the fault was injected. */
    injected: () => injected,
    killed: () => death.promise,
    async stop() {
      agent.destroy()
      for (const endpoint of endpoints) close(endpoint)
    },
  }
}

/** The operation, such as `GetItem` or `SendMessageBatch`; for S3, the HTTP method. */
const operationOf = ({ headers, method = '' }: http.IncomingMessage) =>
  String(headers['x-amz-target'] ?? method).replace(/^.*\./, '')

/** The error response of a backend, if the fault is one. */
function refusalOf(fault: Fault, service: BackendCall['service'], call: { operation: string; body: Body }) {
  if (service === 'dynamodb') {
    if (fault === 'a conflict') return conflict(call, 0)
    return fault === 'a 500' ? internalServerError() : fault === 'throttled' ? throttled() : undefined
  }
  // The SDK decides by the status whether to retry.
  const status = fault === 'a 500' ? 500 : fault === 'throttled' ? 503 : undefined
  return status && { status, headers: {}, text: '' }
}
