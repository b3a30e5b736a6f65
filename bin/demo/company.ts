import { randomUUID } from 'node:crypto'
import { heading, step } from './output.ts'
import type { DemoClient } from './requests.ts'

/** Registers a company. Returns its manager's account. */
export async function createCompany(anonymous: DemoClient) {
  heading('The company')
  const account = { email: `anna-${randomUUID().slice(0, 8)}@example.com`, password: 'a long pass phrase' }
  await step(
    anonymous.POST('/api/v1/auth/register', { body: { ...account, tenant_name: 'Swift Couriers' } }),
    {},
    ({ user }) => `Swift Couriers is registered with Anna as its ${user.role}`,
  )
  return account
}
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

/** Creates what a parcel needs to fly: a courier, a flight, and a warehouse at each end. */
export async function prepareTrip(manager: DemoClient) {
  const irakli = {
    full_name: 'Irakli Gelashvili',
    passport_number: '12AB34567',
    nationality: 'Georgian',
    phone: '+995599123456',
    email: 'irakli@example.com',
    home_country: 'GE',
    preferred_routes: ['SVO-TBS'],
  }
  const courier = await step(
    manager.POST('/api/v1/couriers', { body: irakli }),
    { status: 'ACTIVE' },
    ({ full_name }) => `${full_name} is added as a courier`,
  )
  const plan = {
    departure_airport: 'SVO',
    arrival_airport: 'TBS',
    scheduled_departure: hours(2),
    scheduled_arrival: hours(4.75),
  }
  const flight = await step(
    manager.POST('/api/v1/flights', {
      body: { ...plan, flight_number: 'SU1234', airline: 'Aeroflot', max_weight_kg: 60 },
    }),
    { status: 'SCHEDULED' },
    ({ available_weight_kg }) => `SU1234 from Moscow to Tbilisi has a capacity of ${available_weight_kg} kg`,
  )
  const openWarehouse = (code: string, city: string, country: string, airport_code: string) =>
    step(
      manager.POST('/api/v1/warehouses', {
        body: { code, name: `${city} warehouse`, city, country, airport_code },
      }),
      { code },
      () => `${code}, the warehouse in ${city}, is open`,
    )
  const moscow = await openWarehouse('MOW-1', 'Moscow', 'Russia', 'SVO')
  const tbilisi = await openWarehouse('TBS-1', 'Tbilisi', 'Georgia', 'TBS')
  return { courier_id: courier.id, flight_id: flight.id, plan, moscow: moscow.id, tbilisi: tbilisi.id }
}
