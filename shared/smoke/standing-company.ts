import { CourierError, unwrap, type CourierClient } from '../client/index.ts'
import type { Journey } from './journey.ts'
import type { Made } from './step.ts'
import { steps } from './steps.ts'

/**
 * A company that is kept from one journey to the next, with a warehouse and a courier. It is registered by the first
 * journey; its address follows from the password, so another password makes another company. Throws CourierError.
 */
export async function signInOnce(journey: Journey, password: string): Promise<Partial<Made>> {
  const email = await addressOf(password)
  const company = journey.withToken(await tokenOf(journey.anonymous, { email, password }))
  const [warehouse] = await unwrap(company.GET('/api/v1/warehouses'))
  const [courier] = await unwrap(company.GET('/api/v1/couriers'))
  // The records of these steps are kept.
  const keeping = { ...journey, undo: [] }
  const made: Partial<Made> = { company }
  Object.assign(made, warehouse ? { warehouse } : await steps.warehouse.run(keeping, { company }))
  Object.assign(made, courier ? { courier } : await steps.courier.run(keeping, { company }))
  return made
}

async function tokenOf(anonymous: CourierClient, body: { email: string; password: string }): Promise<string> {
  try {
    return (await unwrap(anonymous.POST('/api/v1/auth/login', { body }))).access_token
  } catch (error) {
    if (!(error instanceof CourierError) || error.status !== 401) throw error
    const registered = anonymous.POST('/api/v1/auth/register', { body: { ...body, tenant_name: 'Canary' } })
    return (await unwrap(registered)).access_token
  }
}

/** An address at SES's mailbox simulator, by the first 16 hexadecimal digits of the password's SHA-256 digest. */
export async function addressOf(password: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
  const digits = [...new Uint8Array(bytes).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `success+${digits.join('')}@simulator.amazonses.com`
}
