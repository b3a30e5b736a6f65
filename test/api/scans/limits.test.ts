import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../../shared/domain/kernel/roles.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { ids, walk } from '../../support/api/lists.ts'
import { testStore } from '../../support/in-process/store.ts'
import { newTenant, openBag, scan, type Tenant } from '../../support/api/tenant.ts'
import { tokensOf } from '../../support/in-process/tokens.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitFor } from '../../support/suite/wait.ts'

// A user has a hundred scans validated in the hour that begins with the first. Repeated and simultaneous requests count
// correctly.
let tenant: Tenant
let label: object
beforeAll(async () => {
  tenant = await newTenant()
  label = (await openBag(tenant)).qr_data
})
/** Another user of the tenant, who has not scanned yet. */
const colleague = async (role: Role = 'operator'): Promise<Tenant> => {
  const token = (await tokensOf(tenant.user.tenant_id))[role]
  return { ...tenant, token, send: (key, options) => tenant.call(key, { token, ...options }) }
}
const several = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))
const results = (all: any[]) =>
  all.reduce<Record<string, number>>(
    (sum, { validation_result: result }) => ({ ...sum, [result]: (sum[result] ?? 0) + 1 }),
    {},
  )
/** A user's remaining scans, found by using them up. */
const remainingScans = async (user: Tenant) => results(await several(101, () => scan(user, label))).valid ?? 0

test('of 150 simultaneous scans, a hundred are validated, and all are answered, stored and listed', async () => {
  const [user, another] = [await colleague(), await colleague()]
  const answers = await several(150, () => scan(user, label))
  expect(results(answers)).toEqual({ valid: 100, rate_limited: 50 })
  const limited = answers.filter(({ validation_result }) => validation_result === 'rate_limited')
  for (const answer of limited) {
    expect(Object.keys(answer).sort()).toEqual(['error_message', 'validation_result'])
    expect(answer.error_message).toMatch(/^More than 100 scans in an hour; scan it again from \d{4}-.+Z on$/)
  }
  expect(new Set(limited.map(({ error_message }) => error_message)).size).toBe(1)

  const list = await waitFor(
    async () => {
      const { records, pages } = await walk(user, '/api/v1/scans?limit=40')
      expect([records.length, pages]).toEqual([150, 4])
      return records
    },
    { timeout: seconds(10), interval: 100 },
  )
  expect(results(list)).toEqual({ valid: 100, rate_limited: 50 })
  expect(new Set(ids(list)).size).toBe(150)
  const moments = list.map(({ created_at }) => created_at)
  expect(moments).toEqual(moments.toSorted().reverse())
  const one = list.find(({ validation_result }) => validation_result === 'rate_limited')
  expect(one).toMatchObject({
    hmac_valid: false,
    entity_type: 'bag',
    error_message: limited[0].error_message,
  })
  expect(await remainingScans(another), 'another user’s count').toBe(100)
})

test('the hour begins with the first scan and lasts to the millisecond; then a new count begins', async () => {
  const token = (await tokensOf(tenant.user.tenant_id, 20_000)).operator
  const { call, clock } = inProcess()
  const first = Math.ceil(clock.now.getTime() / 1000) * 1000 + 765
  const results = async (after: number, n: number) => {
    clock.now = new Date(first + after)
    const answers = await several(n, () => call('POST /api/v1/scans', { token, body: { qr_data: label } }))
    for (const { status } of answers) expect(status).toBe(201)
    return [...new Set(answers.map(({ body }) => body.validation_result))]
  }
  const hour = 3_600_000
  expect(await results(0, 1)).toEqual(['valid'])
  expect(await results(hour / 2, 99)).toEqual(['valid'])
  const refused = await call('POST /api/v1/scans', { token, body: { qr_data: label } })
  expect(refused.body.error_message).toContain(new Date(first + hour).toISOString())
  expect(await results(hour - 1, 1)).toEqual(['rate_limited'])
  expect(await results(hour, 100)).toEqual(['valid'])
  expect(await results(hour, 1)).toEqual(['rate_limited'])
  expect(await results(2 * hour - 1, 1)).toEqual(['rate_limited'])
  expect(await results(2 * hour, 1)).toEqual(['valid'])
})

describe('a repeated scan', () => {
  const post = (user: Tenant, fields: object, key?: string) =>
    user.send('POST /api/v1/scans', {
      body: { qr_data: label, ...fields },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })

  test.each(['scan_id', 'Idempotency-Key'])(
    'with the same %s counts once, even if sixteen arrive at once',
    async (by) => {
      const user = await colleague()
      const id = randomUUID()
      const again = () => (by === 'scan_id' ? post(user, { scan_id: id }) : post(user, {}, id))
      const answers = [...(await several(16, again)), await again()]
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(answers[0]!.body.validation_result).toBe('valid')
      if (by === 'scan_id') expect(answers[0]!.body.id).toBe(id)
      expect(answers.filter(({ headers }) => !headers['idempotent-replayed']).length).toBe(1)
      expect(await remainingScans(user)).toBe(99)
      expect((await again()).text, 'also when the hour is full').toBe(answers[0]!.text)
    },
  )

  test('counts once if the first attempt crashed after it was counted and before it was stored', async () => {
    const token = (await tokensOf(tenant.user.tenant_id)).operator
    const scanWith = (through: ReturnType<typeof inProcess>, fields = {}) =>
      through.call('POST /api/v1/scans', { token, body: { qr_data: label, ...fields }, contract: false })
    const crashing = inProcess({
      store: { ...testStore(), commit: () => Promise.reject(new Error('the function crashed')) },
    })
    const scan_ids = [randomUUID(), randomUUID()]
    for (const scan_id of scan_ids) expect((await scanWith(crashing, { scan_id })).status).toBe(500)
    const service = inProcess()
    const scan = async (fields = {}) => (await scanWith(service, fields)).body.validation_result
    expect([...new Set(await several(98, () => scan()))]).toEqual(['valid'])
    for (const scan_id of scan_ids) expect(await scan({ scan_id })).toBe('valid')
    expect(await scan()).toBe('rate_limited')
  })

  test('is recognised hours or a day later, and does not count in a later hour', async () => {
    const token = (await tokensOf(tenant.user.tenant_id, 200_000)).operator
    const { call, pass } = inProcess()
    const send = (headers = {}, fields = {}) =>
      call('POST /api/v1/scans', { token, headers, body: { qr_data: label, ...fields } })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send(headers)
    for (const hours of [2, 24]) {
      pass(hours * 3600)
      const again = await send(headers)
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
      const { body } = await send(headers, { platform: 'ios' })
      expect(body.detail[0].loc).toEqual(['header', 'Idempotency-Key'])
      const rest = await several(101, () => send())
      expect(results(rest.map(({ body }) => body))).toEqual({ valid: 100, rate_limited: 1 })
    }
  })

  test('gets the same two fields again when it was not judged because of the limit', async () => {
    const user = await colleague()
    await remainingScans(user)
    const scan_id = randomUUID()
    const [first, second] = [await post(user, { scan_id }), await post(user, { scan_id })]
    expect(Object.keys(first.body)).toEqual(['validation_result', 'error_message'])
    expect([second.status, second.text, second.headers.etag]).toEqual([201, first.text, undefined])
    expect((await user.send(`GET /api/v1/scans/${scan_id}`)).body.validation_result).toBe('rate_limited')
  })

  test('with another body, or by another user, is refused and not counted', async () => {
    const [user, another] = [await colleague(), await colleague()]
    const scan_id = randomUUID()
    await post(user, { scan_id })
    for (const fields of [{ platform: 'ios' }, { qr_data: null }, { qr_data: { ...label, more: 1 } }]) {
      const { status, body } = await post(user, { scan_id: scan_id.toUpperCase(), ...fields })
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'scan_id']])
    }
    const taken = await post(another, { scan_id })
    expect([taken.status, taken.body.detail]).toEqual([
      409,
      'Another user’s scan has this id; choose a new one',
    ])
    const key = randomUUID()
    await post(user, {}, key)
    const { status, body } = await post(user, { platform: 'ios' }, key)
    expect([status, body.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']])
    expect([await remainingScans(user), await remainingScans(another)]).toEqual([98, 100])
  })

  test('with the same Idempotency-Key is another scan for another user', async () => {
    const key = randomUUID()
    const [one, two] = [await post(await colleague(), {}, key), await post(await colleague(), {}, key)]
    expect(one.body.id).not.toBe(two.body.id)
  })
})
