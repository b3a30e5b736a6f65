import { expect, test } from 'vitest'
import { caller } from '../../support/api/client.ts'
import { add, book, newTenant, openBag } from '../../support/api/tenant.ts'

// Why a request is refused, for programs (docs/reference/refusals.md).
const refusalOf = ({ status, body }: { status: number; body: { reason?: string; params?: object } }) => [
  status,
  body.reason,
  body.params,
]

test('a refusal has a reason, and the values that its text names', async () => {
  const tenant = await newTenant()
  const { id } = await book(tenant)
  const parcel = await add(tenant, id)
  const bag = await openBag(tenant)
  await tenant.send(`POST /api/v1/bags/${bag.id}/packages`, { body: { package_ids: [parcel.id] } })
  const packed = await tenant.send(`DELETE /api/v1/packages/${parcel.id}`)
  expect(refusalOf(packed)).toEqual([409, 'package_in_bag', { package: parcel.qr_code }])
  expect(packed.body.detail).toBe(
    `Package ${parcel.qr_code} is in a bag; if the bag is open, take it out first`,
  )

  const wrong = await tenant.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status: 'IN_TRANSIT' } })
  const statuses = { package_status: 'ASSIGNED_TO_BAG', new_package_status: 'IN_TRANSIT' }
  expect(refusalOf(wrong)).toEqual([409, 'package_status_set_by_bag', statuses])

  const stale = { headers: { 'if-match': '"999"' }, body: { description: 'Books' } }
  expect(refusalOf(await tenant.send(`PUT /api/v1/packages/${parcel.id}`, stale))).toEqual([
    412,
    'record_changed',
    {},
  ])
})

test('a refusal that is about no record has a reason too', async () => {
  const call = caller()
  expect(refusalOf(await call('GET /api/v1/users/me'))).toEqual([401, 'not_authenticated', {}])
  expect(refusalOf(await call('GET /nowhere', { contract: false }))).toEqual([404, 'path_unknown', {}])
  const tenant = await newTenant()
  const other = await tenant.send('GET /api/v1/bags/0192f3a4-5b6c-7d8e-9f01-23456789abcd')
  expect(refusalOf(other)).toEqual([404, 'bag_not_found', {}])
})

test('input that does not match its schema has no reason', async () => {
  const { send } = await newTenant()
  const { status, body } = await send('POST /api/v1/warehouses', { body: {} })
  expect([status, Object.keys(body)]).toEqual([422, ['detail']])
})
