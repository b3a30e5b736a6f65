import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { operationIdOf } from '../../../shared/http/openapi/operation-id.ts'
import { takesIdempotencyKey } from '../../../shared/http/error-responses.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { exampleOf, newTenant, type Tenant } from '../../support/api/tenant.ts'
import { exampleRequest } from '../../support/routes/examples.ts'
import { everyRecord } from '../../../shared/db/enumerate.ts'
import { mintGrant } from '../../../shared/db/grant.ts'
import { partitions } from '../../../shared/db/keys.ts'
import { allItems } from '../../support/in-process/all-items.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { kindOf, kinds } from '../../support/stored-items/entities.ts'

// Every route that writes has an entry in the audit log, including future ones: the cases come from the route table.

/** Fields with which an example changes something. */
const fieldsThatChange: Record<string, () => object> = {
  'PUT /api/v1/warehouses/{id}': () => ({ hours: 'Only on Sundays' }),
  'PUT /api/v1/webhooks/{id}': () => ({ description: 'Ours', status: undefined }),
}
/** Routes whose example changes nothing of a company that can be read, with the reason. */
const withoutEffect: Record<string, string> = {
  'GET /api/v1/auth/oauth/{provider}': 'begins a sign-in, before there is a user',
  'GET /api/v1/auth/oauth/custom/{custom_provider}': 'begins a sign-in, before there is a user',
  'GET /api/v1/auth/oauth/{provider}/callback': 'no Google client is configured here',
  'POST /auth/email/send-verification': 'requests an e-mail',
  'POST /auth/email/send-reset-password': 'requests an e-mail',
  'POST /api/v1/flights/{id}/sync': 'the provider reports what is known',
  'GET /api/v1/notices/{notice_token}/stop': 'shows a page',
  'GET /api/v1/exports/{id}': 'the file is not written yet',
  'GET /api/v1/packages/{id}/photos': 'the package has no photo',
  'POST /api/v1/notices/{notice_token}/start': 'nothing is stopped',
  'POST /api/v1/warehouse/{id}/consolidate': 'the warehouse has no parcel',
}

const entriesOf = async (tenant: Tenant, action: string, token = tenant.token) => {
  const { status, body, text } = await tenant.send(`GET /api/v1/audit?limit=200&action=${action}`, { token })
  expect(status, text).toBe(200)
  return body as any[]
}
const writing = routes.filter(
  ({ kind, readsFiles, access, key }) =>
    (kind === 'decide' || kind === 'act' || (readsFiles && access === 'tenant')) && !(key in withoutEffect),
)

/** The companies whose records these requests have made. */
const tenants: string[] = []

describe.each(writing.map((route) => [route.key, route] as const))('%s', (key, route) => {
  test('has one entry, none for a repetition, and none for a refusal', async () => {
    const tenant = await newTenant()
    tenants.push(tenant.user.tenant_id)
    const example = route.body && { ...exampleOf(route.body), ...fieldsThatChange[key]?.() }
    const { key: path, body } = await exampleRequest(route, tenant, example)
    const action = operationIdOf(route)
    const own = (token?: string) => entriesOf(tenant, action, token)
    const before = (await own()).map(({ id }) => id)
    const headers = takesIdempotencyKey(route) ? { 'idempotency-key': randomUUID() } : {}
    const request = { headers, ...(body && { body }) }
    const answer = await tenant.send(path, request)
    expect(answer.status, answer.text).toBeLessThan(400)
    // Who registers has their entry in the log of the new company.
    const { user, access_token } = answer.body ?? {}
    const isElsewhere = user !== undefined && user.tenant_id !== tenant.user.tenant_id
    const added = (await own(isElsewhere ? access_token : undefined)).filter(({ id }) => !before.includes(id))
    expect(added).toHaveLength(1)
    const [entry] = added
    expect(entry).toMatchObject({
      action,
      route: key,
      actor_type: 'user',
      outcome: 'done',
      network: expect.any(String),
    })
    if (route.access === 'tenant')
      expect(entry).toMatchObject({ actor_id: tenant.user.id, role: 'manager', session_id: expect.any(String) })
    for (const { id, entity, change, fields } of entry.changes) {
      expect(entry.records).toContain(`${entity}:${id}`)
      if (change === 'changed') expect(Object.keys(fields)).not.toEqual([])
    }
    if (takesIdempotencyKey(route)) {
      expect((await tenant.send(path, request)).headers['idempotent-replayed']).toBe('true')
      expect(await own()).toHaveLength(before.length + 1)
    }
    if (route.access === 'tenant' && !route.roles.includes('viewer')) {
      const { viewer } = await tokensOf(tenant.user.tenant_id)
      expect((await tenant.send(path, { ...request, headers: {}, token: viewer })).status).toBe(403)
      expect(await own()).toHaveLength(before.length + 1)
    }
  })
})

const ofPeople = kinds.filter(({ of }) => of.fields.personal && of.place !== 'derived')

test('every record about people of a company is found where its kind says, without a scan', async () => {
  const stored = new Map<string, string[]>()
  for await (const item of allItems()) {
    const kind = kindOf(item)
    const tenant = tenants.find((id) => item.pk.startsWith(`${partitions.tenant}${id}#`))
    if (!kind || !ofPeople.includes(kind) || !tenant) continue
    const name = `${kind.name} of ${tenant}`
    stored.set(name, [...(stored.get(name) ?? []), `${item.pk} ${item.sk}`])
  }
  const found = new Map<string, string[]>()
  for (const tenant of tenants) {
    const table = tableOn(testStore(), mintGrant(tenant))
    for (const { name, of } of ofPeople) {
      const keys: string[] = []
      for await (const record of everyRecord(table, of)) {
        const { pk, sk } = of.key(record)
        keys.push(`${partitions.tenant}${tenant}#${pk} ${sk}`)
      }
      if (keys.length > 0) found.set(`${name} of ${tenant}`, keys)
    }
  }
  const sorted = (all: Map<string, string[]>) =>
    [...all].map(([name, keys]) => [name, keys.toSorted()]).toSorted(([a], [b]) => (a! < b! ? -1 : 1))
  expect(sorted(found)).toEqual(sorted(stored))
  const names = new Set([...stored.keys()].map((name) => name.split(' ')[0]))
  expect([...names].sort()).toEqual(ofPeople.map(({ name }) => name).sort())
})
