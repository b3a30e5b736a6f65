import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'
import type * as z from 'zod'
import { openTicket } from '../../shared/auth/tickets.ts'
import type { TableRights } from '../../shared/db/rights.ts'
import type { TenantWork } from '../../shared/domain/kernel/context.ts'
import {
  closeConnection,
  connect,
  disconnect,
  isExpired,
  renew,
} from '../../shared/domain/realtime/connections.ts'
import { updateChannels } from '../../shared/domain/realtime/channels.ts'
import { ClientFrame, type ServerFrame } from '../../shared/domain/realtime/frames.ts'
import { connections, liveSubscriptionOf, type Connection } from '../../shared/domain/realtime/record.ts'
import { Refusal } from '../../shared/core/errors.ts'
import { send } from '../../shared/messaging/queue.ts'
import { isAcceptedAddress } from '../../shared/http/address.ts'
import { gatewaySockets } from '../../shared/messaging/sockets.ts'
import { scheduledMessage } from '../../shared/messaging/wake-messages.ts'
import type { QueueName } from '../../shared/config/queues.ts'
import { job } from '../../shared/runtime/job.ts'
import type { Runtime } from '../../shared/runtime/runtime.ts'
import { sealer } from '../../shared/core/seal.ts'
import type { SecretName } from '../../shared/config/secrets.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'

export const secrets: readonly SecretName[] = ['sealing']
export const table: TableRights = {
  tenant: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
  connection: ['GetItem', 'PutItem', 'DeleteItem'],
}
export const queues: readonly QueueName[] = ['scheduled']

type Event = APIGatewayProxyWebsocketEventV2 & {
  queryStringParameters?: Record<string, string | undefined>
  /** For the request that opens the connection. */
  headers?: Record<string, string>
}

/** The WebSocket handler: a connection opens with a ticket, subscribes to channels, and closes. */
export const handler = job(async (given, event: Event): Promise<APIGatewayProxyResultV2> => {
  const { queryStringParameters, headers = {}, body = '' } = event
  const { eventType, connectionId: id } = event.requestContext
  if (eventType === 'CONNECT') {
    const accepted = await isAcceptedAddress(given, lowerCased(headers))
    return accepted ? enter(given, id, queryStringParameters ?? {}) : { statusCode: 403 }
  }
  const found = await given.directory.find('connection', id)
  const work = found && tenantJobContext(given, found.grant, given.clock())
  if (eventType === 'MESSAGE') return answered(await answer(given, work, id, body))
  if (work) await disconnect(work, id)
  return { statusCode: 200 }
})

/** The gateway passes header names as the client wrote them. */
const lowerCased = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

async function enter(
  given: Runtime,
  id: string,
  { ticket: sealed = '', batch }: Record<string, string | undefined>,
): Promise<APIGatewayProxyResultV2> {
  const now = given.clock()
  const ticket = openTicket(await given.secret('sealing', sealer), sealed, now)
  const refused = { statusCode: 401 }
  if (!ticket) return refused
  const { tenant_id, user_id, expires_at } = ticket.actor
  try {
    await connect(tenantJobContext(given, ticket.grant, now), ticket, { id, batch: batch === 'true' })
    await closeAt(given, tenant_id, id, expires_at)
    given.log.info('socket', { tenant_id, user_id, outcome: 'open' })
    return { statusCode: 200 }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    given.log.info('socket', { tenant_id, user_id, outcome: error.code })
    return error.code === 'unauthenticated' ? refused : { statusCode: 503 }
  }
}

/** Schedules a wake-up for the expiry of a connection's token. */
const closeAt = (given: Runtime, tenant_id: string, id: string, due: string) => {
  const wake = { tenant_id, subscription: liveSubscriptionOf(id), connection: id, due }
  return send(given, 'scheduled', [scheduledMessage(wake, given.clock())])
}

const answered = (frame: ServerFrame | undefined) => ({
  statusCode: 200,
  ...(frame && { body: JSON.stringify(frame) }),
})

async function answer(
  given: Runtime,
  work: TenantWork | undefined,
  id: string,
  text: string,
): Promise<ServerFrame | undefined> {
  const connection = await work?.table.find(connections, { id })
  if (!work || !connection)
    return failure('unauthenticated', 'The connection is not known any more; open another')
  if (isExpired(connection, work.now)) {
    await closeConnection(work, connection, gatewaySockets(given))
    return undefined
  }
  const frame = parsed(text)
  if (!frame) return failure('bad_request', 'This is not a message of this protocol; see /asyncapi.json')
  if (frame.type === 'ping') return { type: 'pong', timestamp: work.now.toISOString() }
  try {
    if (frame.type === 'renew') return await renewed(given, work, connection, frame.ticket)
    const channels = await updateChannels(work, connection, frame)
    return { type: 'subscribed', channels, expires_in: secondsTo(connection.expires_at, work.now) }
  } catch (error) {
    if (error instanceof Refusal) return failure(error.code as 'not_found', error.message)
    given.log.error('fault', { error, tenant_id: work.actor.tenant_id })
    throw error
  }
}

async function renewed(
  given: Runtime,
  work: TenantWork,
  connection: Connection,
  sealed: string,
): Promise<ServerFrame> {
  const ticket = openTicket(await given.secret('sealing', sealer), sealed, work.now)
  const { tenant_id } = work.actor
  if (ticket?.actor.tenant_id !== tenant_id)
    return failure('bad_request', 'The ticket is not valid; get another one')
  await renew(work, ticket, connection)
  const { expires_at } = ticket.actor
  return { type: 'renewed', expires_in: secondsTo(expires_at, work.now) }
}

const secondsTo = (moment: string, now: Date) =>
  Math.max(0, Math.floor((Date.parse(moment) - now.getTime()) / 1000))

const failure = (code: Extract<ServerFrame, { type: 'error' }>['code'], message: string): ServerFrame => ({
  type: 'error',
  code,
  message,
})

function parsed(text: string): z.output<typeof ClientFrame> | undefined {
  try {
    return ClientFrame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
