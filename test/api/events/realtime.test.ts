import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { feedOf, feedWith } from '../../support/api/feed.ts'
import { seconds } from '../../support/suite/time.ts'
import { closingListeners, openSocket, ticketOf } from '../../support/realtime/sockets.ts'
import {
  add,
  addCourier,
  book,
  newTenant,
  openBag,
  pack,
  scan,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { tokenOfCourier, tokensOf } from '../../support/in-process/tokens.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const listening = closingListeners()
const put = async (path: string, body: object) => {
  const answer = await tenant.send(`PUT /api/v1/${path}`, { body })
  expect(answer.status, answer.text).toBe(200)
}

describe('a ticket', () => {
  test('opens a socket once, and no other value opens one', async () => {
    const ticket = await ticketOf(tenant)
    expect(ticket).toMatchObject({ url: expect.stringMatching(/^ws:\/\/.+\/ws$/), expires_in: 30 })
    const socket = await openSocket(ticket)
    socket.close()
    for (const other of [ticket.ticket, '', 'nonsense', tenant.token, `${ticket.ticket}x`])
      await expect(openSocket({ ...ticket, ticket: other })).rejects.toThrow('401')
  })

  test('opens one socket, even if eight clients use it at once', async () => {
    const ticket = await ticketOf(tenant)
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => openSocket(ticket)))
    const opened = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    for (const socket of opened) socket.close()
    expect(opened).toHaveLength(1)
  })

  test('requires an access token', async () => {
    expect((await tenant.call('POST /api/v1/realtime/ticket')).status).toBe(401)
  })
})

describe('a socket', () => {
  test('sends the events of the feed, each once and in order', async () => {
    const company = await newTenant()
    const listener = await listening(company, ['tenant'])
    const { id } = await book(company)
    const parcel = await add(company, id)
    for (const status of ['IN_WAREHOUSE', 'ARRIVED', 'DELIVERED'])
      await company.send(`PUT /api/v1/packages/${parcel.id}`, { body: { status } })
    await feedWith(company, (events) =>
      expect(events.at(-1)?.data.status ?? events.at(-2)?.data.status).toBe('DELIVERED'),
    )
    const feed = await feedOf(company)
    await listener.until((events) => expect(events).toEqual(feed))
  })

  test('sends each channel’s events until the client unsubscribes', async () => {
    const [one, other] = [await book(tenant), await book(tenant)]
    const parcel = await add(tenant, one.id)
    const [bag, flight, courier] = await Promise.all([openBag(tenant), schedule(tenant), addCourier(tenant)])
    const [ofShipment, ofBag, ofFlight, board] = await Promise.all([
      listening(tenant, [`shipment:${one.id}`]),
      listening(tenant, [`bag:${bag.id}`]),
      listening(tenant, [`flight:${flight.id}`]),
      listening(tenant, ['board']),
    ])
    await pack(tenant, bag.id, parcel.id)
    await tenant.send(`POST /api/v1/bags/${bag.id}/assign-courier`, {
      body: { courier_id: courier.id, flight_id: flight.id },
    })
    await put(`bags/${bag.id}/checkin`, { airline_tag_code: '1', airline: 'A', flight_number: 'SU1' })
    await put(`flights/${flight.id}`, { status: 'DEPARTED' })
    await put(`shipments/${other.id}`, { status: 'PREPARING' })
    const types = (events: any[]) => events.map(({ data }) => data.event_type ?? data.status)
    await ofShipment.until((events) => expect(types(events)).toContain('FLIGHT_DEPARTED'))
    expect(new Set(ofShipment.events().map(({ data }) => data.shipment_id))).toEqual(new Set([one.id]))
    for (const expected of ['ASSIGNED_TO_BAG', 'COURIER_ASSIGNED', 'IN_TRANSIT'])
      await ofBag.until((events) => expect(types(events)).toContain(expected))
    for (const expected of ['COURIER_ASSIGNED', 'CHECKED_IN', 'DEPARTED', 'FLIGHT_DEPARTED', 'IN_TRANSIT'])
      await ofFlight.until((events) => expect(types(events)).toContain(expected))
    expect(new Set(ofFlight.events().map(({ data }) => data.flight_id))).toEqual(new Set([flight.id]))
    await board.until((events) => expect(types(events)).toContain('PREPARING'))
    expect(board.events().every(({ data }) => data.shipment_id !== undefined)).toBe(true)

    expect(await ofShipment.ask({ type: 'unsubscribe', channels: [`shipment:${one.id}`] })).toMatchObject({
      type: 'subscribed',
      channels: [],
    })
    await put(`packages/${parcel.id}`, { status: 'ARRIVED' })
    await board.until((events) => expect(types(events)).toContain('ARRIVED_AT_WAREHOUSE'))
    expect(types(ofShipment.events())).not.toContain('ARRIVED_AT_WAREHOUSE')
  })

  test('answers a ping, and answers an invalid message with an error', async () => {
    const listener = await listening(tenant)
    expect(await listener.ask({ type: 'ping' })).toMatchObject({ type: 'pong' })
    for (const wrong of [
      { type: 'shout' },
      [],
      { type: 'subscribe' },
      { type: 'subscribe', channels: ['all'] },
    ])
      expect(await listener.ask(wrong)).toMatchObject({ type: 'error', code: 'bad_request' })
    expect(await listener.subscribe(`shipment:${randomUUID()}`)).toEqual({
      type: 'error',
      code: 'not_found',
      message: 'Shipment not found',
    })
    const many = Array.from({ length: 100 }, () => `shipment:${randomUUID()}`)
    expect(await listener.subscribe('board', ...many.slice(1))).toMatchObject({ code: 'not_found' })
    expect(await listener.subscribe('tenant', 'board')).toMatchObject({ channels: ['board', 'tenant'] })
  })

  test('closes when the access token it was opened with expires, after a message that says so', async () => {
    const { manager } = await tokensOf(tenant.user.tenant_id, Math.ceil(seconds(3) / 1000))
    const listener = await listening(tenant, ['tenant'], manager)
    expect(await listener.closed).toBe(1000)
    expect(listener.frames.at(-1)).toMatchObject({ type: 'error', code: 'unauthenticated' })
  })
})

describe('another company’s listener', () => {
  test('gets no events on any channel', async () => {
    const other = await newTenant()
    const shipment = await book(tenant)
    const parcel = await add(tenant, shipment.id)
    const [bag, flight] = await Promise.all([openBag(tenant), schedule(tenant)])
    const spy = await listening(other, ['tenant', 'board'])
    for (const [kind, { id }] of Object.entries({ shipment, bag, flight })) {
      const foreign = await spy.subscribe(`${kind}:${id}`)
      const unknown = await spy.subscribe(`${kind}:${randomUUID()}`)
      expect(foreign).toMatchObject({ type: 'error', code: 'not_found' })
      expect(foreign).toEqual(unknown)
    }
    const ours = await listening(tenant, ['tenant'])
    await pack(tenant, bag.id, parcel.id)
    await put(`bags/${bag.id}/seal`, {})
    await put(`flights/${flight.id}`, { status: 'BOARDING' })
    await ours.until((events) => expect(events.map(({ data }) => data.status)).toContain('BOARDING'))
    await book(other)
    await spy.until((events) => expect(events).toHaveLength(2))
    expect(spy.events().map(({ number }) => number)).toEqual([1, 2])
  })
})

describe('a socket sends', () => {
  test('each role only the types of event that it may read', async () => {
    const company = await newTenant()
    const tokens = await tokensOf(company.user.tenant_id)
    const [manager, viewer] = await Promise.all([
      listening(company, ['tenant'], tokens.manager),
      listening(company, ['tenant'], tokens.viewer),
    ])
    await scan(company, { t: 'pkg', i: randomUUID(), c: 'forged', v: 1 })
    await book(company)
    await manager.until((events) => expect(events).toHaveLength(3))
    await viewer.until((events) => expect(events).toHaveLength(2))
    expect(manager.events().map(({ type }) => type)).toContain('scan.rejected')
    expect(viewer.events().map(({ type }) => type)).not.toContain('scan.rejected')
  })

  test('a courier only the events of their own bags, flights and shipments', async () => {
    const [{ id: courier_id }, theirs, strange, flight] = await Promise.all([
      addCourier(tenant),
      openBag(tenant),
      openBag(tenant),
      schedule(tenant),
    ])
    await tenant.send(`POST /api/v1/bags/${theirs.id}/assign-courier`, {
      body: { courier_id, flight_id: flight.id },
    })
    const shipment = await book(tenant)
    await pack(tenant, theirs.id, (await add(tenant, shipment.id)).id)
    const courier = await listening(tenant, [], await tokenOfCourier(tenant.user.tenant_id, courier_id))
    for (const channel of ['tenant', 'board'])
      expect(await courier.subscribe(channel)).toMatchObject({ code: 'forbidden' })
    const foreign = await book(tenant)
    for (const channel of [`bag:${strange.id}`, `shipment:${foreign.id}`])
      expect(await courier.subscribe(channel)).toMatchObject({ code: 'not_found' })
    const own = [`bag:${theirs.id}`, `flight:${flight.id}`, `shipment:${shipment.id}`]
    expect(await courier.subscribe(...own)).toMatchObject({ channels: own })
    await put(`bags/${theirs.id}/seal`, {})
    for (const expected of ['SEALED', 'BAG_SEALED'])
      await courier.until((events) =>
        expect(events.map(({ data }) => data.event_type ?? data.status)).toContain(expected),
      )
    // The bag is assigned to another courier.
    const { id: other } = await addCourier(tenant)
    const ours = await listening(tenant, [`bag:${theirs.id}`])
    await tenant.send(`POST /api/v1/bags/${theirs.id}/assign-courier`, {
      body: { courier_id: other, flight_id: flight.id },
    })
    await put(`bags/${theirs.id}/checkin`, { airline_tag_code: '1', airline: 'A', flight_number: 'SU1' })
    await ours.until((events) => expect(events.map(({ data }) => data.status)).toContain('CHECKED_IN'))
    // Events from before, of other records, may still arrive: the feed has no order across records.
    expect(courier.events().filter(({ data }) => data.courier_id === other)).toEqual([])
    expect(courier.events().map(({ data }) => data.status)).not.toContain('CHECKED_IN')
  })
})
