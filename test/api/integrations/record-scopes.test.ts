import { beforeAll, describe, expect, test } from 'vitest'
import { feedTypeNames, feedTypes } from '../../../shared/domain/events/record.ts'
import { NewContact } from '../../../shared/domain/contacts/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { transferKinds, type TransferKind } from '../../../shared/domain/transfers/record.ts'
import { csvRows } from '../../../shared/csv/write.ts'
import { exportRecords } from '../../support/api/exports.ts'
import { importTable, textOf } from '../../support/api/imports.ts'
import {
  add,
  book,
  exampleOf,
  newTenant,
  openBag,
  pack,
  schedule,
  type Tenant,
} from '../../support/api/tenant.ts'
import { allScopes, createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'
import { closingListeners, type Listener } from '../../support/realtime/sockets.ts'

// What a file or a channel contains needs the scope of those records.
let tenant: Tenant
beforeAll(async () => {
  tenant = await newTenant()
})
const withScopes = async (...scopes: string[]) => tokenOfKey(await createKey(tenant, { scopes }))
const listening = closingListeners()
/** A row of each kind that cannot be imported, since its first field is empty. */
const wrongRow = (kind: TransferKind) => {
  const [first = '', ...fields] = Object.entries(
    exampleOf({ shipments: NewShipment, contacts: NewContact }[kind]),
  )
  return csvRows([
    [first[0], ...fields.map(([name]) => name)],
    ['', ...fields.map(([, value]) => textOf(value))],
  ])
}

describe.each(transferKinds)('%s', (kind) => {
  test('of a file that another exported are read with their scope', async () => {
    const { id } = await exportRecords(tenant, { kind })
    const read = async (...scopes: string[]) => {
      const token = await withScopes('exports:read', ...scopes)
      const { status, body } = await tenant.send(`GET /api/v1/exports/${id}`, { token })
      return status === 200 ? typeof body.url : body.detail
    }
    expect(await read()).toBe(`The API key lacks the scope ${kind}:read`)
    expect(await read(`${kind}:read`)).toBe('string')
  })

  test('of the rows that another could not import are read with their scope', async () => {
    const { id } = await importTable(tenant, wrongRow(kind), { kind })
    const read = async (...scopes: string[]) => {
      const token = await withScopes('imports:read', ...scopes)
      return (await tenant.send(`GET /api/v1/imports/${id}/errors.csv`, { token })).status
    }
    expect([await read(), await read(`${kind}:read`)]).toEqual([403, 303])
  })
})

describe('a socket of a key', () => {
  test.each([
    ['tenant', 'events:read'],
    ['board', 'shipments:read'],
    ['shipment', 'shipments:read'],
    ['bag', 'bags:read'],
    ['flight', 'flights:read'],
  ])('subscribes to %s with the scope %s', async (kind, scope) => {
    const records: Record<string, (of: Tenant) => Promise<{ id: string }>> = {
      shipment: book,
      bag: openBag,
      flight: schedule,
    }
    const channel = records[kind] ? `${kind}:${(await records[kind](tenant)).id}` : kind
    const other = await listening(tenant, [], await withScopes('realtime:write', 'couriers:read'))
    expect(await other.subscribe(channel)).toMatchObject({
      type: 'error',
      code: 'forbidden',
      message: `The API key lacks the scope ${scope}`,
    })
    const own = await listening(tenant, [], await withScopes('realtime:write', scope))
    expect(await own.subscribe(channel)).toMatchObject({ type: 'subscribed', channels: [channel] })
  })

  test('receives the events of records that the key may read', async () => {
    const bag = await openBag(tenant)
    const { id } = await book(tenant)
    const parcel = await add(tenant, id)
    const key = await withScopes('realtime:write', 'bags:read')
    const [one, all] = await Promise.all([
      listening(tenant, [`bag:${bag.id}`], key),
      listening(tenant, [`bag:${bag.id}`]),
    ])
    const received = (listener: Listener, data: object) =>
      listener.until((events) => expect(events).toContainEqual(expect.objectContaining({ data })))
    const isPacked = expect.objectContaining({ event_type: 'ASSIGNED_TO_BAG' })
    const isSealed = expect.objectContaining({ status: 'SEALED' })
    await pack(tenant, bag.id, parcel.id)
    // The feed has no order across records, so the bag is closed once this event is in it.
    await received(all, isPacked)
    await tenant.send(`PUT /api/v1/bags/${bag.id}/seal`)
    await received(all, isSealed)
    await received(one, isSealed)
    // The event that the bag was opened may reach the feed after the sockets have subscribed.
    expect(new Set(one.events().map(({ type }) => type))).toEqual(new Set(['bag.status_changed']))
  })
})

test.each(feedTypeNames)('%s is read with a scope that keys can have', (name) => {
  expect(allScopes).toContain(feedTypes[name].scope)
})
