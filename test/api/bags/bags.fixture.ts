import { beforeAll } from 'vitest'
import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { addCourier, exampleOf, newTenant, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

export let tenant: Tenant
/** Retries a check, because lists are eventually consistent. */
export const eventually = (check: () => Promise<void>) =>
  waitFor(check, { timeout: seconds(10), interval: 100 })
export const send = (key: string, body?: object) => tenant.send(key, { body })
export const read = async (id: string) => (await send(`GET /api/v1/bags/${id}`)).body
export const parcel = async (fields = {}) => newParcel(tenant, fields)
export const packageOf = async (id: string) => (await send(`GET /api/v1/packages/${id}`)).body
export const timeline = async (id: string) => (await send(`GET /api/v1/packages/${id}/events`)).body
export const checkin = (id: string, fields = {}) =>
  send(`PUT /api/v1/bags/${id}/checkin`, { ...exampleOf(CheckIn), ...fields })
export const assign = async (id: string, flight: { id: string }, courier?: { id: string }) => {
  const { id: courier_id } = courier ?? (await addCourier(tenant))
  return send(`POST /api/v1/bags/${id}/assign-courier`, { courier_id, flight_id: flight.id })
}

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    tenant = await newTenant()
  })
}
