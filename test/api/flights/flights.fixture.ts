import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import type { Change } from '../../../shared/db/requests.ts'
import { newTenant, type Tenant } from '../../support/api/tenant.ts'
import { testStore } from '../../support/in-process/store.ts'

export let tenant: Tenant
export const at = (id: string) => `/api/v1/flights/${id}`
export const read = async (id: string) => (await tenant.send(`GET ${at(id)}`)).body
export const put = (id: string, body: object) => tenant.send(`PUT ${at(id)}`, { body })
/** Changes a flight directly in the table, as bags and flight-data providers do. */
export const amend = (id: string, { add, ...change }: Change) => {
  const update = { pk: `T#${tenant.user.tenant_id}#FLIGHT#${id}`, sk: 'FLIGHT' }
  return testStore().commit([{ update, change: { ...change, add: { version: 1, ...add } } }])
}
/** Adds a bag of the given weight to a flight. */
export const load = (id: string, grams: number) =>
  amend(id, { add: { available_g: -grams, bags: new Set([randomUUID()]) } })

/** Registers the hooks for a test file. A function, because test files may share loaded modules. */
export function setUp(): void {
  beforeAll(async () => {
    tenant = await newTenant()
  })
}
