import { unwrap } from '../../client/index.ts'
import { api, step } from '../step.ts'
import { ensure } from '../unexpected.ts'

const [origin, destination] = ['SVO', 'TBS']
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

export const travel = {
  warehouse: step({
    does: 'opens a warehouse',
    proves: 'the function of warehouses works',
    look: api('warehouses'),
    needs: ['company'],
    async run(_, { company }) {
      const place = { city: 'Moscow', country: 'Russia', airport_code: origin }
      const body = { code: 'MOW-1', name: 'Moscow', ...place }
      return { warehouse: await unwrap(company.POST('/api/v1/warehouses', { body })) }
    },
  }),

  courier: step({
    does: 'adds a courier',
    proves: 'passport numbers can be sealed',
    look: api('couriers'),
    needs: ['company'],
    async run({ undo }, { company }) {
      const body = {
        full_name: 'Irakli',
        passport_number: '12AB34567',
        nationality: 'Georgian',
        phone: '+12025550125',
        email: 'irakli@example.com',
        home_country: 'GE',
      }
      const courier = await unwrap(company.POST('/api/v1/couriers', { body }))
      const params = { path: { id: courier.id } }
      undo.push(() => unwrap(company.DELETE('/api/v1/couriers/{id}', { params })))
      return { courier }
    },
  }),

  flight: step({
    does: 'schedules a flight',
    proves: 'the flight is in the agenda of synchronisations',
    look: api('flights'),
    needs: ['company'],
    async run({ undo }, { company }) {
      const body = {
        flight_number: 'SU1234',
        airline: 'Aeroflot',
        max_weight_kg: 60,
        departure_airport: origin,
        arrival_airport: destination,
        scheduled_departure: inHours(240),
        scheduled_arrival: inHours(243),
      }
      const flight = await unwrap(company.POST('/api/v1/flights', { body }))
      const params = { path: { id: flight.id } }
      undo.push(() => unwrap(company.DELETE('/api/v1/flights/{id}', { params })))
      return { flight }
    },
  }),

  bag: step({
    does: 'opens a bag, which the courier takes on the flight',
    proves: 'the function of bags works, with transactions on three records',
    look: api('bags'),
    needs: ['company', 'warehouse', 'courier', 'flight'],
    async run({ undo }, { company, warehouse, courier, flight }) {
      const body = { label: 'MOW-TBS-001', origin, destination, warehouse_id: warehouse.id }
      const bag = await unwrap(company.POST('/api/v1/bags', { body }))
      const params = { path: { id: bag.id } }
      undo.push(() => unwrap(company.DELETE('/api/v1/bags/{id}', { params })))
      const assignment = { courier_id: courier.id, flight_id: flight.id }
      await unwrap(company.POST('/api/v1/bags/{id}/assign-courier', { params, body: assignment }))
      return { bag }
    },
  }),

  pack: step({
    does: 'puts the package into the bag',
    proves: 'the weight of package, bag and flight changes in one transaction',
    look: api('bags'),
    needs: ['company', 'package', 'bag'],
    async run({ undo }, { company, package: { id: package_id }, bag: { id } }) {
      const params = { path: { id, package_id } }
      const packed = await unwrap(company.POST('/api/v1/bags/{id}/packages/{package_id}', { params }))
      undo.push(() => unwrap(company.DELETE('/api/v1/bags/{id}/packages/{package_id}', { params })))
      ensure(packed.total_packages === 1, `The bag has ${packed.total_packages} packages instead of one`)
      return undefined
    },
  }),

  scan: step({
    does: 'scans the label of the package',
    proves: 'labels are signed and verified with the same key',
    look: api('scans'),
    needs: ['company', 'package'],
    async run(_, { company, package: { qr_data } }) {
      const body = { qr_data, platform: 'smoke' }
      const { validation_result } = await unwrap(company.POST('/api/v1/scans', { body }))
      ensure(validation_result === 'valid', `The scan is ${validation_result}`)
      return undefined
    },
  }),
}
