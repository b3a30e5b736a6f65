import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newTenant, openBag, openWarehouse, pack, type Tenant, newParcel } from '../../support/api/tenant.ts'
import { images } from '../../support/api/images.ts'
import { sendPhoto } from '../../support/api/photos.ts'
import { companyThatRequires, signature, waiting } from './handovers.fixture.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})

const hold = async (package_id: string) =>
  (await tenant.send('POST /api/v1/cases', { body: { kind: 'HOLD', package_ids: [package_id] } })).body

describe('a hand-over', () => {
  test('delivers the packages, with one event that names the place and the hand-over', async () => {
    const { all, handOver, status, timeline } = await waiting(tenant, 2)
    const warehouse = await openWarehouse(tenant)
    const { status: created, body } = await handOver({ warehouse_id: warehouse.id, signature })
    expect(created).toBe(201)
    expect(body).toMatchObject({
      package_ids: all,
      received_by: 'Giorgi Beridze',
      signature,
      code_check: 'NONE',
      location: 'TBS-1',
      warehouse_id: warehouse.id,
      shipment_status: 'DELIVERED',
      offline: false,
    })
    expect(await status()).toBe('DELIVERED')
    for (const one of all) {
      const last = (await timeline(one)).at(-1)
      expect(last).toMatchObject({ event_type: 'DELIVERED', handover_id: body.handover_id, location: 'TBS-1' })
    }
  })

  test('of some packages is a partial delivery: the shipment is DELIVERED with the last one only', async () => {
    const { all, handOver, status, statuses } = await waiting(tenant, 3)
    expect((await handOver({ package_ids: all.slice(0, 1) })).body.shipment_status).toBe('READY_FOR_PICKUP')
    expect(await statuses()).toEqual(['DELIVERED', 'READY_FOR_PICKUP', 'READY_FOR_PICKUP'])
    expect((await handOver({ package_ids: all.slice(1, 2) })).body.shipment_status).toBe('READY_FOR_PICKUP')
    const again = await handOver({ package_ids: all })
    expect([again.status, again.body.detail]).toEqual([
      409,
      expect.stringContaining('is DELIVERED; leave it out'),
    ])
    expect((await handOver({ package_ids: all.slice(2) })).body.shipment_status).toBe('DELIVERED')
    expect(await status()).toBe('DELIVERED')
  })

  test('takes a package out of an open bag', async () => {
    const { all, handOver } = await waiting(tenant)
    const bag = await openBag(tenant)
    await pack(tenant, bag.id, all[0]!)
    expect((await handOver()).status).toBe(201)
    const { total_packages, total_weight_kg } = (await tenant.send(`GET /api/v1/bags/${bag.id}`)).body
    expect([total_packages, total_weight_kg]).toEqual([0, 0])
  })

  test('sent again gets the same response; its id belongs to it', async () => {
    const { all, handOver, timeline } = await waiting(tenant)
    const handover_id = randomUUID()
    const first = await handOver({ handover_id, signature })
    const again = await handOver({ handover_id, signature })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await handOver({ handover_id, received_by: 'Anna' })).status).toBe(409)
    expect((await timeline(all[0]!)).filter((one: any) => one.event_type === 'DELIVERED')).toHaveLength(1)
  })

  test('at once with another: one is 201, one is 409; twice at once: both are 201, and it happens once', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await waiting(tenant, 2), await waiting(tenant)]
      const two = await Promise.all([one.handOver(), one.handOver({ package_ids: one.all.slice(0, 1) })])
      expect(two.map(({ status }) => status).sort()).toEqual([201, 409])
      const handover_id = randomUUID()
      const same = await Promise.all([1, 2, 3].map(() => other.handOver({ handover_id })))
      expect(same.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(same.map(({ text }) => text)).size).toBe(1)
      expect(
        (await other.timeline(other.all[0]!)).filter((e: any) => e.event_type === 'DELIVERED'),
      ).toHaveLength(1)
    }
  })

  test('refuses what cannot be delivered, and changes nothing', async () => {
    const { all, handOver, statuses, parcels } = await waiting(tenant, 2)
    const foreign = await newParcel(tenant)
    expect((await handOver({ package_ids: [foreign.id] })).status).toBe(404)
    expect((await handOver({ package_ids: [] })).status).toBe(422)
    const { id } = await hold(all[0]!)
    const held = await handOver()
    expect([held.status, held.body.detail]).toEqual([409, expect.stringContaining(`/api/v1/cases/${id}`)])
    await tenant.send(`PUT /api/v1/packages/${all[1]}`, { body: { status: 'LOST' } })
    const lost = await handOver({ package_ids: all.slice(1) })
    expect([lost.status, lost.body.detail]).toEqual([
      409,
      expect.stringContaining(`${parcels[1].qr_code} is LOST`),
    ])
    expect(await statuses()).toEqual(['READY_FOR_PICKUP', 'LOST'])
  })

  test('has a time after the booking, in the last thirty days, and not in the future', async () => {
    const { at, handOver } = await waiting(tenant)
    const { created_at } = (await tenant.send(`GET ${at}`)).body
    const early = new Date(Date.parse(created_at) - 1).toISOString()
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    for (const occurred_at of ['2020-01-01T00:00:00Z', early, soon, 'yesterday']) {
      const { status, body } = await handOver({ occurred_at })
      expect([status, body.detail?.[0]?.loc]).toEqual([422, ['body', 'occurred_at']])
    }
    const occurred_at = new Date().toISOString()
    expect((await handOver({ occurred_at })).body.occurred_at).toBe(occurred_at)
  })

  test('takes only drawn strokes as a signature', async () => {
    const { handOver } = await waiting(tenant)
    for (const path of [
      '',
      'M1 2',
      'm1 2l3 4',
      'M1 2L3 4Z',
      'M1.5 2L3 4',
      '<script>',
      `M1 2${'L3 4'.repeat(6000)}`,
    ])
      expect((await handOver({ signature: { ...signature, path } })).status, path).toBe(422)
  })

  test('is recorded without a warehouse that cannot be used, and with the beginning of a name that is too long', async () => {
    const { all, at, handOver, timeline } = await waiting(tenant)
    const given = {
      handover_id: randomUUID(),
      received_by: ` ${'Giorgi '.repeat(40)}`,
      warehouse_id: 'TBS-1',
      signature,
    }
    const { status, body } = await handOver(given)
    expect([status, body.received_by, body.warehouse_id, body.location]).toEqual([
      201,
      'Giorgi '.repeat(40).slice(0, 200),
      null,
      '',
    ])
    expect(body.warnings).toEqual([
      'received_by: At most 200 characters; the rest is left out',
      expect.stringMatching(/^warehouse_id: /),
    ])
    const again = await handOver(given)
    expect([again.status, again.body]).toEqual([201, body])
    const { warnings: _, ...withoutWarnings } = (await handOver({ ...given, warehouse_id: null })).body
    expect(withoutWarnings, 'the same hand-over').toEqual((({ warnings: _, ...rest }) => rest)(body))
    expect((await timeline(all[0]!)).filter((one: any) => one.event_type === 'DELIVERED')).toHaveLength(1)
    const { handovers } = (await tenant.send(`GET ${at}/proof`)).body
    expect(handovers).toMatchObject([{ received_by: body.received_by, signature }])
    expect(JSON.stringify(handovers), 'warnings are not stored').not.toContain('warnings')
  })

  test('is refused without a name, and with a signature, photos or a code that cannot be used: these are its proof', async () => {
    const { handOver, statuses } = await waiting(tenant)
    for (const [wrong, ...loc] of [
      [{ received_by: '' }, 'received_by'],
      [{ received_by: ' '.repeat(300) }, 'received_by'],
      [{ received_by: undefined }, 'received_by'],
      [{ received_by: 7 }, 'received_by'],
      [{ signature: 'M1 2L3 4' }, 'signature'],
      [{ photo_ids: ['1.jpg'] }, 'photo_ids', 0],
      [{ photo_ids: '1.jpg' }, 'photo_ids'],
      [{ code: 402_815 }, 'code'],
      [{ offline: 'yes' }, 'offline'],
    ] as const) {
      const { status, body } = await handOver({ warehouse_id: 'TBS-1', ...wrong })
      expect([status, body.detail.map((one: any) => one.loc)]).toEqual([422, [['body', ...loc]]])
    }
    expect(await statuses()).toEqual(['READY_FOR_PICKUP'])
  })

  test('takes photos of its packages that are ready', async () => {
    const { all, handOver } = await waiting(tenant, 2)
    const { photo_id } = (await sendPhoto(tenant, all[1]!, images.jpeg)).body
    const pending = (await tenant.send(`POST /api/v1/packages/${all[0]}/photo-upload`, { body: {} })).body
    expect((await handOver({ photo_ids: [randomUUID()] })).status).toBe(404)
    expect((await handOver({ photo_ids: [photo_id], package_ids: all.slice(0, 1) })).status).toBe(404)
    const tooEarly = await handOver({ photo_ids: [pending.photo_id] })
    expect([tooEarly.status, tooEarly.body.detail]).toEqual([409, expect.stringContaining('is pending')])
    const { body } = await handOver({ photo_ids: [photo_id] })
    expect(body.photos).toEqual([{ package_id: all[1], photo_id }])
  })
})

describe('the proof of delivery', () => {
  test('shows who, when, where, the signature and the photo, as JSON and as PDF', async () => {
    const { all, at, handOver, tracking_id } = await waiting(tenant, 2)
    expect((await tenant.send(`GET ${at}/proof`)).status).toBe(409)
    const { photo_id } = (await sendPhoto(tenant, all[0]!, images.jpeg)).body
    const warehouse = await openWarehouse(tenant)
    const given = { package_ids: all.slice(0, 1), signature, photo_ids: [photo_id], warehouse_id: warehouse.id }
    await handOver(given)
    const { status, body } = await tenant.send(`GET ${at}/proof`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tracking_id,
      company: 'Swift Couriers',
      status: 'READY_FOR_PICKUP',
      open_package_ids: all.slice(1),
      handovers: [
        {
          received_by: 'Giorgi Beridze',
          handed_over_by_email: tenant.email,
          signature,
          place: 'Tbilisi, Airport Road, Airport Road 7, Tbilisi',
          photos: [{ photo_id, package_id: all[0] }],
        },
      ],
      overrides: [],
    })
    expect((await fetch(body.handovers[0].photos[0].photo_url)).status).toBe(200)
    const pdf = await tenant.send(`GET ${at}/proof?format=pdf`, { contract: false })
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    const [none, one] = [await waiting(tenant), pdf.text.length]
    await none.handOver({ signature })
    const small = await tenant.send(`GET ${none.at}/proof?format=pdf`, { contract: false })
    expect(one - small.text.length, 'the photo is in it').toBeGreaterThan(images.jpeg.length / 2)
  })

  test('names the packages, and each whose delivery was taken back since, when and why', async () => {
    const { all, at, parcels, handOver } = await waiting(tenant, 2)
    await handOver({ signature })
    const proof = async () => (await tenant.send(`GET ${at}/proof`)).body
    const [first, second] = parcels.map(({ id, qr_code }) => ({ id, qr_code }))
    expect((await proof()).handovers).toMatchObject([{ package_ids: all, taken_back: [] }])
    const body = { status: 'READY_FOR_PICKUP', reason: 'Given to the wrong person' }
    expect((await tenant.send(`PUT /api/v1/packages/${all[0]}`, { body })).status).toBe(200)
    // A further hand-over of it does not make the first one true again.
    await handOver({ package_ids: all.slice(0, 1), received_by: 'Nino' })
    const { packages, handovers } = await proof()
    const code = ({ qr_code }: { qr_code: string }) => qr_code
    expect(packages.toSorted((a: any, b: any) => all.indexOf(a.id) - all.indexOf(b.id))).toEqual([
      { ...first, delivered: true },
      { ...second, delivered: true },
    ])
    expect(packages.map(code).toSorted()).toEqual(parcels.map(code).toSorted())
    expect(handovers).toMatchObject([
      { taken_back: [{ package_id: all[0], reason: body.reason, actor_id: tenant.user.id }] },
      { received_by: 'Nino', taken_back: [] },
    ])
  })

  test('names a place in Arabic with the comma of Arabic', async () => {
    const { at, handOver } = await waiting(tenant)
    const { id } = await openWarehouse(tenant, { name: 'مستودع ديرة', address: 'شارع المكتوم 12' })
    await handOver({ signature, warehouse_id: id })
    const { handovers } = (await tenant.send(`GET ${at}/proof`)).body
    expect(handovers).toMatchObject([{ place: 'مستودع ديرة، شارع المكتوم 12' }])
  })

  test('is kept: its shipment cannot be deleted', async () => {
    const { at, all, handOver } = await waiting(tenant, 2)
    await handOver({ package_ids: all.slice(0, 1), signature })
    const { status, body } = await tenant.send(`DELETE ${at}`)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('were handed over')])
    expect((await tenant.send(`GET ${at}/proof`)).status).toBe(200)
  })

  test('is for the company’s staff', async () => {
    const { at, handOver } = await waiting(tenant)
    await handOver()
    const other = await companyThatRequires()
    expect((await other.send(`GET ${at}/proof`)).status).toBe(404)
  })
})
