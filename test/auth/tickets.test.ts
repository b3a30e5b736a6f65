import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openTicket } from '../../shared/auth/tickets.ts'
import { isExpired } from '../../shared/domain/realtime/connections.ts'
import type { Connection } from '../../shared/domain/realtime/record.ts'
import { sealer } from '../../shared/core/seal.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { tokensOf } from '../support/in-process/tokens.ts'

const service = inProcess({ store: memoryStore() })
const { call, clock, runtime } = service

/** Requests a ticket with a token that is valid for `lifetime` seconds. `after` opens the ticket at a later time. */
async function ticketFor(lifetime: number) {
  const tenant_id = randomUUID()
  clock.now = new Date(Math.floor(Date.now() / 1000) * 1000)
  const { operator: token } = await tokensOf(tenant_id, lifetime, service)
  const { body } = await call('POST /api/v1/realtime/ticket', { token })
  const seals = await runtime.secret('sealing', sealer)
  const after = (milliseconds: number) =>
    openTicket(seals, body.ticket, new Date(clock.now.getTime() + milliseconds))?.grant.tenantId
  return { tenant_id, after, seals }
}

test('a ticket is valid for 30 seconds, to the millisecond', async () => {
  const { tenant_id, after } = await ticketFor(900)
  expect([after(0), after(29_999), after(30_000)]).toEqual([tenant_id, tenant_id, undefined])
})

test('a ticket expires no later than the token with which it was requested', async () => {
  const { tenant_id, after } = await ticketFor(10)
  expect([after(8000), after(11_000)]).toEqual([tenant_id, undefined])
})

test('a value that was sealed in another context is not a valid ticket', async () => {
  const { seals } = await ticketFor(900)
  for (const context of ['', 'cursor', 'Ticket']) {
    expect(openTicket(seals, seals.seal('{}', context), clock.now)).toBeUndefined()
  }
})

test('a connection is expired from the moment that its token expires', () => {
  const connection = { expires_at: '2030-06-01T12:00:00.000Z' } as Connection
  const at = (moment: string) => isExpired(connection, new Date(moment))
  expect([at('2030-06-01T11:59:59.999Z'), at('2030-06-01T12:00:00.000Z')]).toEqual([false, true])
})
