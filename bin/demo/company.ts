import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { client, type SendRequest } from './client.ts'
import { heading, step } from './output.ts'

export const id = z.uuid()
/** A record with its id, in an expected status. */
export const withStatus = <S extends string>(status: S) => z.object({ id, status: z.literal(status) })

/** Registers a company; its manager's hands on the service. */
export async function company(base: string, anyone: SendRequest, signal: AbortSignal) {
  heading('The company')
  const account = { email: `anna-${randomUUID().slice(0, 8)}@example.com`, password: 'a long pass phrase' }
  const { access_token } = await step(
    anyone,
    'POST /auth/register',
    z.object({ access_token: z.string(), user: z.object({ role: z.literal('manager') }) }),
    ({ user }) => `Swift Couriers is registered, and Anna is its ${user.role}`,
    { ...account, tenant_name: 'Swift Couriers' },
  )
  return { manager: client(base, signal, access_token), token: access_token, account }
}
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

/** What a parcel needs to fly: a courier, a flight, a warehouse at each end. */
export async function preparations(manager: SendRequest) {
  const courier = await step(
    manager,
    'POST /couriers',
    withStatus('ACTIVE').extend({ full_name: z.string(), passport_number: z.string() }),
    ({ full_name }) => `${full_name} flies for it as a courier`,
    {
      full_name: 'Irakli Gelashvili',
      passport_number: '12AB34567',
      nationality: 'Georgian',
      phone: '+995599123456',
      email: 'irakli@example.com',
      home_country: 'GE',
      preferred_routes: ['SVO-TBS'],
    },
  )
  const plan = {
    ...{ departure_airport: 'SVO', arrival_airport: 'TBS' },
    ...{ scheduled_departure: hours(2), scheduled_arrival: hours(4.75) },
  }
  const flight = await step(
    manager,
    'POST /flights',
    withStatus('SCHEDULED').extend({ available_weight_kg: z.number() }),
    ({ available_weight_kg }) => `SU1234 from Moscow to Tbilisi has room for ${available_weight_kg} kg`,
    {
      ...plan,
      ...{ flight_number: 'SU1234', airline: 'Aeroflot', max_weight_kg: 60 },
    },
  )
  const open = (code: string, city: string, country: string, airport_code: string) =>
    step(manager, 'POST /warehouses', z.object({ id }), () => `${code}, the warehouse in ${city}, is open`, {
      ...{ code, name: `${city} warehouse`, city, country, airport_code },
    })
  const moscow = await open('MOW-1', 'Moscow', 'Russia', 'SVO')
  const tbilisi = await open('TBS-1', 'Tbilisi', 'Georgia', 'TBS')
  return { courier_id: courier.id, flight_id: flight.id, plan, moscow: moscow.id, tbilisi: tbilisi.id }
}
