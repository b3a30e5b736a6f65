import { CheckIn, NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { exampleOf } from '../api/tenant.ts'
import { contract } from '../flight-data/server.ts'
import type { Requests } from './requests.ts'
import { as, make, packed, provider, schedule, service, toBag, toCourier } from './setup.ts'

export const travelRequests: Requests = {
  'GET /api/v1/flights': async () => () => service.call('GET /api/v1/flights?limit=1', as()),
  'POST /api/v1/flights': async () => () => schedule(),
  'POST /api/v1/flights, with courier_id': async () => {
    const courier_id = (await make('couriers', NewCourier)).body.id
    return () => schedule({ courier_id })
  },
  'GET /api/v1/flights/search': async () => () =>
    service.call('GET /api/v1/flights/search?from=svo&date=2030-06-01', as()),
  'GET /api/v1/flights/{id}': async () => {
    const { body } = await schedule()
    return () => service.call(`GET /api/v1/flights/${body.id}`, as())
  },
  'PUT /api/v1/flights/{id}': async () => {
    const { body } = await schedule()
    return () => service.call(`PUT /api/v1/flights/${body.id}`, as({ body: { max_weight_kg: 80 } }))
  },
  'DELETE /api/v1/flights/{id}': async () => {
    const { body } = await schedule()
    return () => service.call(`DELETE /api/v1/flights/${body.id}`, as())
  },
  'GET /api/v1/flights/{id}/status': async () => {
    const { body } = await schedule()
    return () => service.call(`GET /api/v1/flights/${body.id}/status`, as())
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
  'GET /api/v1/bags/{id}/label': toBag('GET', '/label?format=zpl'),
  'GET /api/v1/bags/{id}/manifest': toBag('GET', '/manifest?format=csv'),
  'GET /api/v1/bags': async () => () => service.call('GET /api/v1/bags?limit=1', as()),
  'POST /api/v1/bags': async () => () => make('bags', NewBag),
  'GET /api/v1/bags/{id}': toBag('GET'),
  'PUT /api/v1/bags/{id}': toBag('PUT', '', { label: 'another' }),
  'DELETE /api/v1/bags/{id}': async () => {
    const { body } = await make('bags', NewBag)
    return () => service.call(`DELETE /api/v1/bags/${body.id}`, as())
  },
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
  'GET /api/v1/couriers/{id}/flights': toCourier('GET', '/flights'),
  'GET /api/v1/couriers': async () => () => service.call('GET /api/v1/couriers?limit=1', as()),
  'POST /api/v1/couriers': async () => () => make('couriers', NewCourier),
  'GET /api/v1/couriers/{id}': toCourier('GET'),
  'PUT /api/v1/couriers/{id}': toCourier('PUT', '', { phone: '+1' }),
  'DELETE /api/v1/couriers/{id}': toCourier('DELETE'),
  'GET /api/v1/couriers/{id}/stats': toCourier('GET', '/stats'),
  'GET /api/v1/couriers/{id}/no-shows': toCourier('GET', '/no-shows'),
  'POST /api/v1/couriers/{id}/no-shows': toCourier('POST', '/no-shows', { cause: 'ILLNESS' }),
  'POST /api/v1/couriers/{id}/no-shows, of a flight': async () => {
    const { body } = await schedule()
    return toCourier('POST', '/no-shows', { flight_id: body.id, cause: 'ILLNESS' })()
  },
  'POST /api/v1/couriers/{id}/ratings': toCourier('POST', '/ratings', { rating: 5 }),
}
