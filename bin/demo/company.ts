import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { client, type Send } from './client.ts'
import { heading, step } from './output.ts'

export const id = z.uuid()
/** A record with an id and the expected status. */
export const withStatus = <S extends string>(status: S) => z.object({ id, status: z.literal(status) })

/** Registers a company and returns its manager's client. */
export async function createCompany(base: string, anonymous: Send, signal: AbortSignal) {
  heading('The company')
  const account = { email: `anna-${randomUUID().slice(0, 8)}@example.com`, password: 'a long pass phrase' }
  const { access_token } = await step(
    anonymous,
    'POST /auth/register',
    z.object({ access_token: z.string(), user: z.object({ role: z.literal('manager') }) }),
    ({ user }) => `Swift Couriers is registered with Anna as its ${user.role}`,
    { ...account, tenant_name: 'Swift Couriers' },
  )
  return { manager: client(base, signal, access_token), token: access_token, account }
}
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

/** Creates what a parcel needs to fly: a courier, a flight, and a warehouse at each end. */
export async function prepareTrip(manager: Send) {
  const courier = await step(
    manager,
    'POST /couriers',
    withStatus('ACTIVE').extend({ full_name: z.string(), passport_number: z.string() }),
    ({ full_name }) => `${full_name} is added as a courier`,
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
    ({ available_weight_kg }) => `SU1234 from Moscow to Tbilisi has a capacity of ${available_weight_kg} kg`,
    {
      ...plan,
      ...{ flight_number: 'SU1234', airline: 'Aeroflot', max_weight_kg: 60 },
    },
  )
  const openWarehouse = (code: string, city: string, country: string, airport_code: string) =>
    step(manager, 'POST /warehouses', z.object({ id }), () => `${code}, the warehouse in ${city}, is open`, {
      ...{ code, name: `${city} warehouse`, city, country, airport_code },
    })
  const moscow = await openWarehouse('MOW-1', 'Moscow', 'Russia', 'SVO')
  const tbilisi = await openWarehouse('TBS-1', 'Tbilisi', 'Georgia', 'TBS')
  return { courier_id: courier.id, flight_id: flight.id, plan, moscow: moscow.id, tbilisi: tbilisi.id }
}
