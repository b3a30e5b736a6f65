import { beforeAll, expect, test } from 'vitest'
import { maxBookedPackages, NewShipment } from '../../../shared/domain/shipments/record.ts'
import { importTable } from '../../support/api/imports.ts'
import { walk } from '../../support/api/lists.ts'
import { exampleOf, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const bookWith = (packages: unknown, weight: number) =>
  tenant.send('POST /api/v1/shipments', { body: { ...exampleOf(NewShipment), weight, packages } })
const packagesOf = async (id: string) =>
  (await tenant.send(`GET /api/v1/shipments/${id}/packages`)).body as {
    weight: number
    status: string
    description: string
  }[]

test('a shipment is booked with packages, which have equal parts of its weight, to the gram', async () => {
  const { status, body } = await bookWith(3, 2.5)
  expect([status, body.packages_count]).toEqual([201, 3])
  const contents = await packagesOf(body.id)
  expect(contents.map(({ weight }) => weight).sort()).toEqual([0.833, 0.833, 0.834])
  for (const one of contents) expect(one).toMatchObject({ status: 'CREATED', description: body.description })
  const { body: tracked } = await tenant.send(`GET /api/v1/track/${body.tracking_id}`)
  const events = tracked.events as { event_type: string }[]
  expect(events.map(({ event_type }) => event_type)).toEqual([
    'SHIPMENT_CREATED',
    ...Array.from({ length: 3 }, () => 'PACKAGE_CREATED'),
  ])
})

test('the packages move the shipment as those that are added later', async () => {
  const { body } = await bookWith(1, 2)
  const [first] = (await tenant.send(`GET /api/v1/shipments/${body.id}/packages`)).body as { id: string }[]
  await tenant.send(`PUT /api/v1/packages/${first?.id}`, { body: { status: 'IN_WAREHOUSE' } })
  expect((await tenant.send(`GET /api/v1/shipments/${body.id}`)).body.status).toBe('PREPARING')
})

test('with the longest names, as many as may be booked at once are booked, and no more', async () => {
  const name = Array.from({ length: 20 }, (_, n) => `Name${n}`).join(' ')
  const body = {
    ...exampleOf(NewShipment),
    sender_name: name,
    recipient_name: name.toUpperCase(),
    reference: 'A-1',
  }
  const many = (packages: number) => tenant.send('POST /api/v1/shipments', { body: { ...body, packages } })
  const refused = await many(maxBookedPackages + 1)
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'packages']])
  const { status, body: booked } = await many(maxBookedPackages)
  expect([status, booked.packages_count]).toEqual([201, maxBookedPackages])
})

test('a column of an import has the number of packages', async () => {
  const own = await newTenant()
  const fields = 'sender_name,sender_phone,recipient_name,recipient_phone,origin,destination,weight,packages'
  const rows = ['2', '', 'two'].map((packages) => `Anna,+7916,Giorgi,+995599,Moscow,Tbilisi,3,${packages}`)
  const done = await importTable(own, [fields, ...rows].join('\n'))
  expect(done).toMatchObject({ imported: 2, failed: 1, ignored_columns: [] })
  await waitFor(async () => {
    const { records } = await walk(own, '/api/v1/shipments')
    expect(records.map(({ packages_count }) => packages_count).sort()).toEqual([0, 2])
  })
})
