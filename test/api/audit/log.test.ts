import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { walk } from '../../support/api/lists.ts'
import { exportedFile, exportRecords } from '../../support/api/exports.ts'
import { importTable, shipmentFile } from '../../support/api/imports.ts'
import {
  add,
  addContact,
  addCourier,
  book,
  handOver,
  newParcel,
  newTenant,
  openBag,
  pack,
  password,
  type Tenant,
} from '../../support/api/tenant.ts'
import { originSecretHeader, viewerAddressHeader } from '../../../shared/http/address.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { images } from '../../support/api/images.ts'
import { sendPhoto } from '../../support/api/photos.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'

const entriesOf = async ({ send }: Tenant, query = ''): Promise<any[]> => {
  const { status, body, text } = await send(`GET /api/v1/audit?limit=200${query}`)
  expect(status, text).toBe(200)
  return body
}

test('a change names its record and version, and the fields before and after', async () => {
  const tenant = await newTenant()
  const bag = await openBag(tenant)
  await tenant.send(`PUT /api/v1/bags/${bag.id}`, { body: { label: 'MOW-TBS-777' } })
  const [entry] = await entriesOf(tenant, '&action=updateBag')
  expect(entry.changes).toEqual([
    {
      entity: 'bag',
      id: bag.id,
      change: 'changed',
      version: 2,
      fields: { label: { from: bag.label, to: 'MOW-TBS-777' } },
    },
  ])
})

test('an entry names the network of the client, which the edge passes on, and not that of the edge', async () => {
  const tenant = await newTenant()
  const { call } = inProcess({ secrets: { origin: { 1: 'the edge’s key' } } })
  const from = async (key: string, viewer: string) => {
    const headers = {
      authorization: `Bearer ${tenant.token}`,
      [originSecretHeader.toLowerCase()]: key,
      [viewerAddressHeader.toLowerCase()]: viewer,
    }
    const body = { name: viewer, phone: '+995599777001' }
    expect((await call('POST /api/v1/contacts', { headers, body })).status).toBe(201)
    return (await entriesOf(tenant, '&action=createContact'))[0].network
  }
  expect(await from('the edge’s key', '203.0.113.77')).toBe('203.0.113.0/24')
  expect(await from('another key', '198.51.100.7')).not.toMatch(/^(203|198)/)
})

test('an entry of a transaction names all records that it changes', async () => {
  const tenant = await newTenant()
  const [bag, parcel] = [await openBag(tenant), await newParcel(tenant)]
  await pack(tenant, bag.id, parcel.id)
  const [entry] = await entriesOf(tenant, `&entity=package:${parcel.id}`)
  expect(entry.records).toEqual(
    expect.arrayContaining([`bag:${bag.id}`, `package:${parcel.id}`, `shipment:${parcel.shipment_id}`]),
  )
  const [ofBag] = entry.changes.filter(({ entity }: any) => entity === 'bag')
  expect(ofBag.fields).toMatchObject({
    total_packages: { added: 1 },
    total_weight_g: { added: expect.any(Number) },
  })
})

test('the log has no value of a field about people, and no secret', async () => {
  const tenant = await newTenant()
  const secretWords = {
    contact: await addContact(tenant, {
      name: 'Zurab Personov',
      phone: '+995599777001',
      address: 'Secret street 1',
    }),
    courier: await addCourier(tenant, { full_name: 'Irakli Personov', passport_number: 'XX9876543' }),
    shipment: await book(tenant, { sender_name: 'Levan Personov', recipient_email: 'personov@example.com' }),
  }
  await tenant.send(`PUT /api/v1/contacts/${secretWords.contact.id}`, { body: { name: 'Vakhtang Personov' } })
  const { secret } = await createKey(tenant)
  const entries = await entriesOf(tenant)
  expect(entries.length).toBeGreaterThan(5)
  const written = JSON.stringify(entries)
  for (const value of [
    'Personov',
    'personov',
    '777001',
    'Secret street',
    'XX9876543',
    '6543',
    secret,
    tenant.email,
  ])
    expect(written).not.toContain(value)
  const [change] = await entriesOf(tenant, `&entity=contact:${secretWords.contact.id}&action=updateContact`)
  expect(change.changes[0].fields).toEqual({ name: { from: '•••', to: '•••' } })
})

test('a long value is shown as its digest, so that entries stay small', async () => {
  const tenant = await newTenant()
  const { id } = await tenant
    .send('POST /api/v1/warehouses', {
      body: { code: 'TBS-9', name: 'Tbilisi', city: 'Tbilisi', country: 'GE', hours: 'h'.repeat(150) },
    })
    .then(({ body }) => body)
  const [entry] = await entriesOf(tenant, `&entity=warehouse:${id}`)
  expect(entry.changes[0].fields.hours.to).toMatch(/^sha256:[\w-]{43}$/)
})

test('a sign-in has an entry, and so has a refused one, in the log of the account’s company', async () => {
  const tenant = await newTenant()
  const login = (given: string) =>
    tenant.call('POST /api/v1/auth/login', { body: { email: tenant.email, password: given } })
  expect([(await login('a wrong pass phrase')).status, (await login(password)).status]).toEqual([401, 200])
  const [opened, refused] = await entriesOf(tenant, '&action=login')
  const who = { actor_type: 'user', actor_id: tenant.user.id, role: null, network: expect.any(String) }
  expect(refused).toMatchObject({
    ...who,
    outcome: 'refused',
    changes: [],
    records: [`user:${tenant.user.id}`],
  })
  expect(opened).toMatchObject({ ...who, outcome: 'done', changes: [{ entity: 'session', change: 'created' }] })
})

test('an entry says which API key did it', async () => {
  const tenant = await newTenant()
  const key = await createKey(tenant, { scopes: ['contacts:write'] })
  const body = { kind: 'PERSON', name: 'Nino', phone: '+995599123456' }
  const { status } = await tenant.send('POST /api/v1/contacts', { token: await tokenOfKey(key), body })
  expect(status).toBe(201)
  const [entry] = await entriesOf(tenant, `&actor=${key.id}&action=createContact`)
  expect(entry).toMatchObject({ actor_type: 'api_key', actor_id: key.id })
})

test('rows of an import are changes of the user who requested it', async () => {
  const tenant = await newTenant()
  await importTable(tenant, shipmentFile(2))
  const entries = await entriesOf(tenant, '&action=importRow')
  expect(entries).toHaveLength(2)
  for (const entry of entries) {
    expect(entry).toMatchObject({ actor_type: 'user', actor_id: tenant.user.id, route: null, network: null })
    expect(entry.changes).toMatchObject([{ entity: 'shipment', change: 'created' }])
  }
  const [job] = await entriesOf(tenant, '&action=transferworker')
  expect(job).toMatchObject({ actor_type: 'service', actor_id: null, changes: [{ entity: 'import' }] })
})

test('a refused request has no entry, also if it writes down that it was refused', async () => {
  const tenant = await newTenant()
  const { id, shipment_id } = await newParcel(tenant)
  await tenant.send('PUT /api/v1/settings', { body: { handover: { require_code: true } } })
  const before = await entriesOf(tenant)
  const body = { handover_id: randomUUID(), package_ids: [id], received_by: 'Nino', code: '000000' }
  const refused = await tenant.send(`POST /api/v1/shipments/${shipment_id}/handovers`, { body })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const stale = await tenant.send(`PUT /api/v1/shipments/${shipment_id}`, {
    headers: { 'if-match': '"99"' },
    body: { description: 'Other' },
  })
  expect(stale.status).toBe(412)
  expect(await entriesOf(tenant)).toEqual(before)
})

test('who read a file is in the log', async () => {
  const tenant = await newTenant()
  const shipment = await book(tenant)
  const parcel = await add(tenant, shipment.id)
  await handOver(tenant, shipment.id)
  await tenant.send(`GET /api/v1/packages/${parcel.id}/photos`)
  await tenant.send(`GET /api/v1/shipments/${shipment.id}/proof`)
  const read = await entriesOf(tenant, `&entity=shipment:${shipment.id}&action=getProofOfDelivery`)
  expect(read).toMatchObject([{ actor_id: tenant.user.id, changes: [], records: [`shipment:${shipment.id}`] }])
  const ofPhotos = () => entriesOf(tenant, `&entity=package:${parcel.id}&action=listPackagePhotos`)
  expect(await ofPhotos()).toEqual([])
  await sendPhoto(tenant, parcel.id, images.jpeg)
  await tenant.send(`GET /api/v1/packages/${parcel.id}/photos`)
  expect(await ofPhotos()).toHaveLength(1)
})

test('pages go through all entries once, newest first, with and without a filter', async () => {
  const tenant = await newTenant()
  for (let n = 0; n < 6; n++) await Promise.all([addContact(tenant), openBag(tenant), book(tenant)])
  const all = await entriesOf(tenant)
  const times = all.map(({ timestamp, id }) => `${timestamp}#${id}`)
  expect(times).toEqual([...times].sort().reverse())
  expect((await walk(tenant, '/api/v1/audit?limit=4')).records).toEqual(all)
  const bags = all.filter(({ action }) => action === 'createBag')
  expect(bags).toHaveLength(6)
  expect((await walk(tenant, '/api/v1/audit?limit=4&entity=bag')).records).toEqual(bags)
  const from = all[5].timestamp
  const since = await entriesOf(tenant, `&from=${from}`)
  expect(since).toEqual(all.filter(({ timestamp }) => timestamp >= from))
  expect(await entriesOf(tenant, `&to=2020-01-01`)).toEqual([])
})

test('managers read the log, other roles and other companies do not', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  await openBag(tenant)
  const { manager: _, admin: _admin, ...others } = await tokensOf(tenant.user.tenant_id)
  for (const token of Object.values(others))
    expect((await tenant.send('GET /api/v1/audit', { token })).status).toBe(403)
  const theirs = (await entriesOf(other)).map(({ id }) => id)
  for (const { id } of await entriesOf(tenant)) expect(theirs).not.toContain(id)
})

test('managers export the log as JSON Lines', async () => {
  const tenant = await newTenant()
  await openBag(tenant)
  const done = await exportRecords(tenant, { kind: 'audit', format: 'jsonl', filters: { entity: 'bag' } })
  const lines = (await exportedFile(done)).toString().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(await entriesOf(tenant, '&entity=bag'))
  // Reading it while it is written is not in the log, its address is.
  expect(await entriesOf(tenant, '&action=getExport')).toHaveLength(1)
  const { operator } = await tokensOf(tenant.user.tenant_id)
  const refused = await tenant.send('POST /api/v1/exports', { token: operator, body: { kind: 'audit' } })
  expect(refused.status).toBe(403)
})
