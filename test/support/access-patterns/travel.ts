import { CheckIn } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { exampleOf } from '../api/tenant.ts'
import { contract } from '../flight-data/server.ts'
import type { Requests } from './requests.ts'
import { as, make, packed, provider, schedule, service, toBag, toCourier } from './setup.ts'

export const travelRequests: Requests = {
  'GET /api/v1/flights': async () => () => service.call('GET /api/v1/flights?limit=1', as()),
  'POST /api/v1/flights, with courier_id': async () => {
    const courier_id = (await make('couriers', NewCourier)).body.id
    return () => schedule({ courier_id })
  },
  'GET /api/v1/flights/search': async () => {
    const times = { scheduled_departure: '2031-02-01T10:00:00Z', scheduled_arrival: '2031-02-01T13:00:00Z' }
    for (let n = 0; n < 2; n++) await schedule(times)
    return () => service.call('GET /api/v1/flights/search?from=svo&date=2031-02-01', as())
  },
  'POST /api/v1/flights/{id}/sync': async () => {
    const { body } = await schedule()
    provider.says(contract(body, { status: 'Boarding' }))
    return () => service.call(`POST /api/v1/flights/${body.id}/sync`, as())
  },
  'POST /api/v1/flights/{id}/sync, within a minute': async () => {
    const { body } = await schedule()
    await service.call(`POST /api/v1/flights/${body.id}/sync`, as())
    return () => service.call(`POST /api/v1/flights/${body.id}/sync`, as())
  },
  'GET /api/v1/bags/{id}/manifest': toBag('GET', '/manifest?format=csv'),
  'PUT /api/v1/bags/{id}': toBag('PUT', '', { label: 'another' }),
  'POST /api/v1/bags/{id}/assign-courier': async () => {
    const { bag, assignment } = await packed()
    const { body } = await schedule()
    return () => service.call(`POST ${bag}/assign-courier`, as({ body: { ...assignment, flight_id: body.id } }))
  },
  'PUT /api/v1/bags/{id}/seal': toBag('PUT', '/seal'),
  'PUT /api/v1/bags/{id}/checkin': toBag('PUT', '/checkin', exampleOf(CheckIn)),
  'PUT /api/v1/flights/{id}, departs with a bag': async () => {
    const { bag, assignment } = await packed()
    await service.call(`PUT ${bag}/checkin`, as({ body: exampleOf(CheckIn) }))
    return () =>
      service.call(`PUT /api/v1/flights/${assignment.flight_id}`, as({ body: { status: 'DEPARTED' } }))
  },
  'GET /api/v1/couriers/{id}/bags': toCourier('GET', '/bags'),
  'GET /api/v1/couriers/{id}/no-shows': toCourier('GET', '/no-shows'),
  'POST /api/v1/couriers/{id}/no-shows': toCourier('POST', '/no-shows', { cause: 'ILLNESS' }),
  'POST /api/v1/couriers/{id}/no-shows, of a flight': async () => {
    const { body } = await schedule()
    return toCourier('POST', '/no-shows', { flight_id: body.id, cause: 'ILLNESS' })()
  },
}
