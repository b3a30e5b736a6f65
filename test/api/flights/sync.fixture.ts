import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { flightDataServer, knowingFlights, type FlightDataServer } from '../../support/flight-data/server.ts'
import { inProcess } from '../../support/in-process/service.ts'

export let provider: FlightDataServer, service: ReturnType<typeof inProcess>, token: string
export const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
export const create = async (noun: string, body: object) => (await send(`POST /api/v1/${noun}`, body)).body
export const flightOf = (fields: object = {}) => create('flights', { ...exampleOf(NewFlight), ...fields })
export const sync = (id: string) => send(`POST /api/v1/flights/${id}/sync`)
export const read = async (id: string) => (await send(`GET /api/v1/flights/${id}`)).body

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    provider = await flightDataServer()
    service = inProcess(knowingFlights(provider, { FLIGHT_CALLS_PER_HOUR: '600' }))
    const body = { email: `sync-${randomUUID()}@example.com`, password, tenant_name: 'Swift Couriers' }
    service.clock.now = new Date('2030-06-01T07:00:00Z')
    token = (await service.call('POST /api/v1/auth/register', { body })).body.access_token
  })
  afterAll(() => provider.stop())
}
