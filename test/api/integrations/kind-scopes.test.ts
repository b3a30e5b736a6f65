import { expect, test } from 'vitest'
import { csvRows } from '../../../shared/csv/write.ts'
import { exportedFile, exportRecords } from '../../support/api/exports.ts'
import { importTable } from '../../support/api/imports.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { createKey, tokenOfKey } from '../../support/integrations/api-keys.ts'
import { waitFor } from '../../support/suite/wait.ts'

test('a key imports and exports only kinds whose records it may write and read, in its own name', async () => {
  const tenant = await newTenant()
  const scopes = ['contacts:write', 'imports:read', 'imports:write', 'exports:write']
  const key = await createKey(tenant, { scopes })
  const token = await tokenOfKey(key)
  const send: typeof tenant.send = (to, options) => tenant.call(to, { token, ...options })
  const refused = [
    await send('POST /api/v1/imports', { body: { kind: 'shipments' } }),
    await send('POST /api/v1/exports', { body: { kind: 'contacts' } }),
  ]
  expect(refused.map(({ status, body }) => [status, body.detail])).toEqual([
    [403, 'The API key lacks the scope shipments:write'],
    [403, 'The API key lacks the scope contacts:read'],
  ])
  const file = csvRows([
    ['Name', 'Phone', 'Language'],
    ['Giorgi Beridze', '+995 599 12-34-56', 'ka'],
    ['', '+7 916 123-45-67', 'ru'],
  ])
  const done = await importTable({ send }, file, { kind: 'contacts' })
  expect(done).toMatchObject({ kind: 'contacts', status: 'DONE', imported: 1, failed: 1, created_by: key.id })
  const found = await tenant.send('GET /api/v1/contacts?phone=00995599123456')
  expect(found.body).toMatchObject([{ name: 'Giorgi Beridze', language: 'ka', kind: 'PERSON' }])
})

test('contacts are exported as they are listed, by the filters of their list', async () => {
  const tenant = await newTenant()
  for (const name of ['Giorgi Beridze', 'Anna Petrova'])
    await tenant.send('POST /api/v1/contacts', { body: { name, phone: '+995599123456' } })
  const other = await tenant.send('POST /api/v1/exports', {
    body: { kind: 'contacts', filters: { status: 'IN_TRANSIT' } },
  })
  expect([other.status, other.body.detail?.[0]?.loc]).toEqual([422, ['body', 'filters', 'status']])
  const { body: listed } = await tenant.send('GET /api/v1/contacts?q=beri')
  await waitFor(async () => {
    const done = await exportRecords(tenant, { kind: 'contacts', format: 'jsonl', filters: { q: 'beri' } })
    const lines = (await exportedFile(done)).toString().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(listed)
  })
})
