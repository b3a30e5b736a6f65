import { expect, test } from 'vitest'
import { importOver, requestImport, shipmentFile, uploadTable } from '../../support/api/imports.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { waitFor } from '../../support/suite/wait.ts'

const day = 24 * 3600

test('an import without an upload is gone after a day', async () => {
  const tenant = await newTenant()
  const service = inProcess()
  const { id } = await requestImport(tenant)
  const token = await tokenOf(tenant.user.tenant_id, { role: 'operator' }, 10 * day)
  const send = (key: string) => service.call(key, { token })
  await waitFor(async () => expect((await send('GET /api/v1/imports')).body).toHaveLength(1))
  service.pass(day - 60)
  expect((await send(`GET /api/v1/imports/${id}`)).body.status).toBe('WAITING')
  service.pass(120)
  expect((await send(`GET /api/v1/imports/${id}`)).status).toBe(404)
  expect((await send('GET /api/v1/imports')).body).toEqual([])
})

test('an import is carried out only while its user may book', async () => {
  const tenant = await newTenant()
  for (const change of [{ role: 'viewer' }, { is_active: false }]) {
    const token = await tokenOf(tenant.user.tenant_id, { role: 'operator' })
    const operator = { send: (key: string, options = {}) => tenant.send(key, { token, ...options }) }
    const requested = await requestImport(operator)
    const changed = await tenant.send(`PUT /api/v1/users/${requested.created_by}`, { body: change })
    expect(changed.status, changed.text).toBe(200)
    await uploadTable(requested, shipmentFile(1))
    const { status, reason, imported } = await importOver(tenant, requested.id)
    expect({ status, imported }).toEqual({ status: 'FAILED', imported: 0 })
    expect(reason).toMatch(/not active any more, or has another role/)
  }
})

test('a company starts sixty imports and exports an hour', async () => {
  const { token } = await newTenant()
  const service = inProcess()
  const request = () => service.call('POST /api/v1/imports', { token, body: { kind: 'shipments' } })
  const answers = []
  for (let n = 0; n < 61; n++) answers.push((await request()).status)
  expect(answers).toEqual([...Array(60).fill(202), 429])
})
