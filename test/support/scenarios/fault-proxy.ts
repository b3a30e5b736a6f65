import { unmarshall } from '@aws-sdk/util-dynamodb'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { partitions } from '../../../shared/db/keys.ts'
import { parseOutboxMessage, type OutboxMessage } from '../../../shared/db/stores/outbox.ts'
import { conflict, isItemOperation, throttled, internalServerError } from '../chaos-proxy/refusals.ts'
import type { Body } from '../chaos-proxy/wire.ts'

/** What may befall a call to a backend. `killed`: the function that made it dies, and makes no call any more. */
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

export interface Made {
  service: 'dynamodb' | 's3' | 'sqs'
  operation: string
}
/** How functions reach a backend. */
interface Way {
  service: Made['service']
  upstream: string
  server: http.Server
  url: string
  dead: boolean
}
type Blow = { at: number; fault: Fault }
/** Longer than the SDK's clients wait for any backend (shared/db/store.ts, photos/bucket.ts, outward/queue.ts). */
const tooLong = 5500

/** Stands between a function and its backends, and does one of them harm. */
export async function startFaultProxy(upstreams: Partial<Record<Made['service'], string>>) {
  let made: Made[] = []
  let blow: Blow | undefined
  let [left, struck] = [0, 0]
  let death = Promise.withResolvers<'killed'>()
  /** The letters that were posted through here: as they are in the table, not as the function knows of them. */
  const outboxMessages = new Map<string, OutboxMessage>()
  const agent = new http.Agent({ keepAlive: true })

  async function carryOut(upstream: string, incoming: http.IncomingMessage, sent: Buffer) {
    const { method, headers, url: path = '/' } = incoming
    const outgoing = http.request(new URL(path, upstream), { agent, method, headers }).end(sent)
    const [answer] = (await once(outgoing, 'response')) as [http.IncomingMessage]
    return { status: answer.statusCode ?? 502, headers: answer.headers, content: await buffer(answer) }
  }

  /** Gives the answer, or undefined: the connection is cut. */
  async function converse(way: Way, incoming: http.IncomingMessage) {
    const { service, upstream } = way
    const sent = await buffer(incoming)
    const operation = operationOf(incoming)
    const body = service === 'dynamodb' ? (JSON.parse(sent.toString()) as Body) : {}
    const request = { operation, body }
    if (service === 'dynamodb' && !isItemOperation(request)) return carryOut(upstream, incoming, sent)
    // It may have died while this was on its way.
    if (way.dead) return undefined
    made.push({ service, operation })
    if (made.length === blow?.at || left > 0) {
      const { fault } = blow!
      if (left > 0) left--
      else if (fault === 'dropped after, four times') left = 3
      struck++
      const die = () => {
        for (const way of ways) way.dead = true
        death.resolve('killed')
      }
      if (fault === 'dropped before') return undefined
      if (fault === 'killed before') return die()
      const refusal = refusalOf(fault, service, request)
      if (refusal) return { ...refusal, content: Buffer.from(refusal.text) }
      const answer = await carryOut(upstream, incoming, sent)
      note(body, answer.status)
      if (fault === 'killed after') return die()
      if (fault === 'a timeout') await new Promise((resolve) => setTimeout(resolve, tooLong).unref())
      return fault.startsWith('dropped') ? undefined : answer
    }
    const answer = await carryOut(upstream, incoming, sent)
    note(body, answer.status)
    return answer
  }

  function note({ TransactItems = [] }: Body, status: number) {
    for (const { Put } of status === 200 ? TransactItems : [])
      if (Put?.Item?.['pk']?.S?.startsWith(partitions.outbox)) {
        const message = parseOutboxMessage(unmarshall(Put.Item as never))
        outboxMessages.set(message.id, message)
      }
  }

  async function open(service: Made['service'], upstream: string): Promise<Way> {
    const server = http.createServer((incoming, outgoing) => {
      converse(way, incoming).then(
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
    const way: Way = { service, upstream, server, url, dead: false }
    return way
  }
  const close = ({ server }: Way) => {
    server.close()
    server.closeAllConnections()
  }
  const ways: Way[] = []
  for (const [service, upstream] of Object.entries(upstreams))
    ways.push(await open(service as Made['service'], upstream))
  return {
    url: (service: Made['service']) => ways.find((way) => way.service === service)!.url,
    /** Calls of a killed function no longer pass; the retry uses the other service. */
    async renew() {
      for (const [n, way] of ways.entries())
        if (!way.dead) continue
        else if (way.service === 'dynamodb') {
          close(way)
          ways[n] = await open(way.service, way.upstream)
        } else way.dead = false
    },
    emails: () => [...outboxMessages.values()],
    /** From now on calls are counted, and the one at this place (from 1) meets the fault. */
    aim(next?: Blow) {
      ;[made, blow, left, struck] = [[], next, 0, 0]
      death = Promise.withResolvers()
    },
    made: () => made,
    struck: () => struck,
    killed: () => death.promise,
    async stop() {
      agent.destroy()
      for (const way of ways) close(way)
    },
  }
}
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

/** `GetItem`, `SendMessageBatch`; S3 has its method. */
const operationOf = ({ headers, method = '' }: http.IncomingMessage) =>
  String(headers['x-amz-target'] ?? method).replace(/^.*\./, '')

/** How a backend says no, where the fault is that it does. */
function refusalOf(fault: Fault, service: Made['service'], call: { operation: string; body: Body }) {
  if (service === 'dynamodb') {
    if (fault === 'a conflict') return conflict(call, 0)
    return fault === 'a 500' ? internalServerError() : fault === 'throttled' ? throttled() : undefined
  }
  // By the status the SDK knows whether to try again.
  const status = fault === 'a 500' ? 500 : fault === 'throttled' ? 503 : undefined
  return status && { status, headers: {}, text: '' }
}
