import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import {
  add,
  addContact,
  addCourier,
  book,
  handOver,
  invite,
  newTenant,
  openBag,
  openCase,
  openWarehouse,
  pack,
  scan,
  schedule,
  verifyManager,
} from '../api/tenant.ts'
import { importTable } from '../api/imports.ts'
import { createKey } from '../integrations/api-keys.ts'
import { seconds } from '../suite/time.ts'
import { waitFor as waitForOf } from '../suite/wait.ts'

const waitFor = (check: () => Promise<void>) => waitForOf(check, { timeout: seconds(20), interval: 50 })

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

/** Texts of one script, as people write them: none of them is translated. */
interface Texts {
  name: string
  other: string
  city: string
  address: string
  contents: string
  note: string
}
/** What the company writes, by script. Names are long enough to be cut. */
export const written = {
  latin: {
    name: 'Acme Trading & Forwarding Company of New York (Import Department), Ltd.',
    other: 'Christopher Montgomery-Featherstonehaugh',
    city: 'New York',
    address: 'Broadway 1500, Apt. 7B',
    contents: 'Spare parts, fragile!',
    note: 'Acme asked twice; call before 5 pm.',
  },
  georgian: {
    name: 'კონსტანტინე მაჭავარიანი-ჩოლოყაშვილი',
    other: 'ნინო კაპანაძე',
    city: 'თბილისი',
    address: 'რუსთაველის გამზირი 12',
    contents: 'დოკუმენტები და საჩუქარი',
    note: 'დაურეკეთ მიტანამდე.',
  },
  cyrillic: {
    name: 'Общество с ограниченной ответственностью «Северная экспедиция»',
    other: 'Александра Константинопольская',
    city: 'Санкт-Петербург',
    address: 'Невский проспект 28, кв. 3',
    contents: 'Запасные части, хрупкое',
    note: 'Позвонить до доставки.',
  },
  arabic: {
    name: 'شركة الخليج العربي للشحن والتوصيل السريع والخدمات اللوجستية المحدودة',
    other: 'محمد عبد الرحمن الهاشمي',
    city: 'القاهرة',
    address: 'شارع التحرير 12، شقة 3',
    contents: 'قطع غيار، قابلة للكسر!',
    note: 'اتصلوا قبل التسليم (Acme Ltd.).',
  },
} satisfies Record<string, Texts>
/** What the company writes besides. */
const others = {
  reference: 'PO-2026/11-000417',
  warehouses: { SVO: 'Шереметьево, терминал D, склад международных отправлений', TBS: 'Tbilisi hub (Samgori)' },
  airlines: ['Aeroflot', 'طيران الإمارات', 'Georgian Airways'],
  bags: ['MOW-TBS-001', 'حقيبة القاهرة رقم ٧ الكبيرة المخصصة للشحنات المستعجلة', 'Сумка 3'],
  key: 'Warehouse scanners of the northern terminal',
  webhook: 'Orders of the shop',
  company: 'Swift Couriers',
  hours: '9–18',
  country: 'საქართველო',
  passport: 'AB1234567',
}
/** Every text that the company wrote, the longest first. */
export const allWritten: readonly string[] = [
  ...Object.values(written).flatMap((one) => Object.values<string>(one)),
  ...Object.values(others).flatMap((one) =>
    typeof one === 'string' ? [one] : Object.values<string>(one as Record<string, string>),
  ),
].sort((a, b) => b.length - a.length)

/**
 * A company on a busy day, through the API: names in four scripts, and records in each status that a few requests reach. Returns
 * the company and the addresses of a record of each kind, below its screen.
 */
export async function busyDay() {
  const tenant = await newTenant()
  const send = async (key: string, body?: object) => {
    const { status, text: said, body: answer } = await tenant.send(key, { ...(body && { body }) })
    expect(status, `${key}: ${said}`).toBeLessThan(300)
    return answer
  }
  const { latin, georgian, cyrillic, arabic } = written
  const shipmentOf = (from: Texts, to: Texts, fields: object = {}) =>
    book(tenant, {
      sender_name: from.name,
      sender_address: from.address,
      recipient_name: to.name,
      recipient_address: to.address,
      origin: from.city,
      destination: to.city,
      description: to.contents,
      ...fields,
    })
  const parcelOf = async (from: Texts, to: Texts, fields: object = {}) => {
    const shipment = await shipmentOf(from, to, fields)
    return { shipment, one: await add(tenant, shipment.id, { description: to.contents, weight: 3.25 }) }
  }
  await verifyManager(tenant)
  const [here, there] = await Promise.all([
    openWarehouse(tenant, {
      name: others.warehouses.SVO,
      code: 'SVO-1',
      airport_code: 'SVO',
      city: cyrillic.city,
      country: others.country,
      address: cyrillic.address,
      hours: others.hours,
    }),
    openWarehouse(tenant, {
      name: others.warehouses.TBS,
      code: 'TBS-1',
      airport_code: 'TBS',
      city: georgian.city,
      country: others.country,
      address: georgian.address,
      hours: others.hours,
    }),
  ])
  const [courier, second, contact, , colleague] = await Promise.all([
    addCourier(tenant, {
      full_name: georgian.name,
      phone: '+995599111222',
      nationality: 'GE',
      home_country: 'GE',
      passport_number: others.passport,
      preferred_routes: ['SVO-TBS', 'IST-TBS'],
    }),
    addCourier(tenant, {
      full_name: arabic.name,
      phone: '+201001234567',
      nationality: 'EG',
      home_country: 'EG',
      passport_number: others.passport,
    }),
    addContact(tenant, { name: latin.name, address: latin.address, phone: '+12125550100', notes: latin.note }),
    addContact(tenant, {
      name: arabic.other,
      address: arabic.address,
      phone: '+201001234568',
      notes: arabic.note,
    }),
    invite(tenant, { role: 'warehouse', full_name: cyrillic.other }),
    invite(tenant, { role: 'viewer' }),
  ])
  const flight = (n: number, fields: object = {}) =>
    schedule(tenant, {
      flight_number: `SU185${n}`,
      airline: others.airlines[n % 3],
      courier_id: courier.id,
      scheduled_departure: hours(n),
      scheduled_arrival: hours(n + 4),
      ...fields,
    })
  const [today, departed, cancelled, boarding] = await Promise.all([
    flight(2),
    flight(1),
    flight(3, { courier_id: second.id }),
    flight(4, { courier_id: second.id }),
  ])
  // A shipment in each direction of writing, and in each status.
  const routes = [
    [latin, arabic],
    [arabic, latin],
    [georgian, cyrillic],
    [cyrillic, georgian],
  ] as const
  const booked = []
  for (const [from, to] of routes) booked.push(await parcelOf(from, to))
  const first = booked[0]!
  await send(`PUT /api/v1/shipments/${first.shipment.id}`, {
    recipient_email: 'giorgi@example.com',
    payment_status: 'COD',
  })
  await parcelOf(arabic, georgian, {
    reference: others.reference,
    payment_status: 'PARTIALLY_PAID',
    price: 1234.5,
  })
  const scanned = async (one: { id: string; qr_code: string }, event_type: string, fields: object = {}) =>
    send('POST /api/v1/scan-event', { qr_code: one.qr_code, event_type, warehouse_id: here.id, ...fields })
  for (const { one } of booked) await scanned(one, 'PACKAGE_SCANNED')
  const [arrived, ready, lost, cancelledParcel, returned, delivered] = [
    await parcelOf(latin, arabic),
    await parcelOf(arabic, latin),
    await parcelOf(georgian, latin),
    await parcelOf(latin, georgian),
    await parcelOf(cyrillic, arabic),
    await parcelOf(latin, cyrillic),
  ]
  await scanned(arrived.one, 'ARRIVED_AT_WAREHOUSE', { warehouse_id: there.id })
  await scanned(ready.one, 'READY_FOR_PICKUP', { warehouse_id: there.id })
  await send(`PUT /api/v1/packages/${lost.one.id}`, { status: 'LOST' })
  await send(`POST /api/v1/shipments/${cancelledParcel.shipment.id}/cancel`, { reason: latin.note })
  await handOver(tenant, delivered.shipment.id, {
    package_ids: [delivered.one.id],
    received_by: cyrillic.other,
  })
  await scanned(returned.one, 'ARRIVED_AT_WAREHOUSE', { warehouse_id: there.id })
  await send(`POST /api/v1/shipments/${delivered.shipment.id}/return`)

  // Bags: open, sealed, checked in, on the way, delivered.
  const bag = (n: number, fields: object = {}) =>
    openBag(tenant, {
      label: others.bags[n % 3],
      origin: 'SVO',
      destination: 'TBS',
      warehouse_id: here.id,
      ...fields,
    })
  const bags = []
  for (const n of [0, 1, 2, 3, 4, 5]) bags.push(await bag(n))
  const [open, sealed, checked, flown, done, refused] = bags
  await pack(tenant, open.id, booked[0]!.one.id)
  await pack(tenant, sealed.id, booked[1]!.one.id)
  await pack(tenant, flown.id, booked[2]!.one.id)
  await pack(tenant, flown.id, (await add(tenant, booked[2]!.shipment.id)).id)
  const assign = (bag: { id: string }, by: { id: string }, on: { id: string }) =>
    send(`POST /api/v1/bags/${bag.id}/assign-courier`, { courier_id: by.id, flight_id: on.id })
  const checkIn = (bag: { id: string }, n: number, tag: string) =>
    send(`PUT /api/v1/bags/${bag.id}/checkin`, {
      airline_tag_code: tag,
      airline: others.airlines[n % 3],
      flight_number: `SU185${n}`,
    })
  await assign(sealed, courier, today)
  await send(`PUT /api/v1/bags/${sealed.id}/seal`)
  await assign(checked, courier, today)
  await checkIn(checked, 2, '0555123456')
  await assign(flown, courier, departed)
  await checkIn(flown, 1, '0555123457')
  await send(`PUT /api/v1/flights/${departed.id}`, { status: 'DEPARTED' })
  await send(`PUT /api/v1/bags/${done.id}`, { status: 'DELIVERED' })
  await assign(refused, second, boarding)
  await send(`POST /api/v1/couriers/${second.id}/no-shows`, {
    flight_id: boarding.id,
    cause: 'ILLNESS',
    note: latin.note,
  })
  await send(`PUT /api/v1/flights/${boarding.id}`, { status: 'BOARDING' })
  await send(`PUT /api/v1/flights/${cancelled.id}`, { status: 'CANCELLED' })
  const unloading = await send(`POST /api/v1/warehouse/${there.id}/unloadings`, { bag_id: flown.id })
  const found = { find_id: randomUUID(), qr_code: booked[2]!.one.qr_code, condition: 'DAMAGED' }
  await send(`POST /api/v1/unloadings/${unloading.id}/finds`, { finds: [found] })
  await send(`POST /api/v1/unloadings/${unloading.id}/close`)

  // Cases by hand and by scans; one is overdue, one is resolved.
  const opened = []
  for (const [kind, note, n] of [
    ['HOLD', latin.note, 0],
    ['REFUSED', arabic.note, 1],
    ['CLAIM', georgian.note, 3],
    ['DAMAGE', cyrillic.note, 3],
  ] as const)
    opened.push(await openCase(tenant, { kind, note, package_ids: [booked[n]!.one.id], due_at: hours(48) }))
  await scanned(arrived.one, 'PACKAGE_DAMAGED', { note: latin.note })
  await scanned(ready.one, 'CUSTOMS_HOLD')
  const me = await send('GET /api/v1/users/me')
  await send(`PATCH /api/v1/cases/${opened[0].id}`, { assignee_id: me.id })
  await send(`PATCH /api/v1/cases/${opened[2].id}`, {
    status: 'RESOLVED',
    reason: latin.note,
  })

  // Labels that are not genuine, and a genuine one.
  const { qr_data } = await send(`GET /api/v1/packages/${first.one.id}`)
  await scan(tenant, qr_data)
  await scan(tenant, { ...qr_data, sig: 'wrong' })
  await scan(tenant, { some: 'thing' })

  // A key, and a webhook whose receiver confirms it and then refuses every delivery.
  const receiver = await startReceiver()
  const [key, webhook] = await Promise.all([
    createKey(tenant, { name: others.key }),
    send('POST /api/v1/webhooks', { url: receiver.url, description: others.webhook }),
  ])
  await waitFor(async () => {
    const { status } = await send(`GET /api/v1/webhooks/${webhook.id}`)
    expect(status).toBe('ENABLED')
  })
  await send(`POST /api/v1/webhooks/${webhook.id}/test`)
  await waitFor(async () => {
    const deliveries = await send(`GET /api/v1/webhooks/${webhook.id}/deliveries`)
    expect(deliveries.map((one: { attempts: unknown[] }) => one.attempts.length)).toContain(1)
  })
  await importTable(
    tenant,
    `recipient_name;recipient_phone;sender_name;sender_phone;origin;destination;weight\n${latin.name};+995599123456;${arabic.name};+201001234567;${arabic.city};${latin.city};heavy\n`,
  )
  await send('POST /api/v1/exports', { kind: 'shipments' })

  return {
    tenant,
    courier,
    shipments: booked.map(({ shipment }) => shipment),
    tracked: [...booked, arrived, ready, cancelledParcel, delivered].map(
      ({ shipment }) => shipment.tracking_id as string,
    ),
    /** The address of a record, by its screen. */
    records: {
      shipments: [
        first.shipment.id,
        booked[1]!.shipment.id,
        delivered.shipment.id,
        cancelledParcel.shipment.id,
      ],
      bags: bags.map(({ id }) => id),
      flights: [today.id, departed.id, boarding.id],
      cases: opened.map(({ id }) => id),
      couriers: [courier.id, second.id],
      warehouses: [there.id],
      contacts: [contact.id],
      people: [colleague.id],
      keys: [key.id],
      webhooks: [webhook.id],
      unloading: [unloading.id],
    } as Record<string, readonly string[]>,
    [Symbol.asyncDispose]: receiver.stop,
  }
}

/** Starts a receiver of webhooks that answers pings with their challenge, and everything else with an error. */
async function startReceiver() {
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      const { type, data } = JSON.parse(raw || '{}') as { type?: string; data?: { challenge?: string } }
      if (type === 'webhook.ping') response.end(data?.challenge)
      else response.writeHead(500).end('The shop is closed')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, stop }
}
