import { randomUUID } from 'node:crypto'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { groups } from '../../../functions/index.ts'
import { startCloud } from '../../../lib/local/cloud.ts'
import type { Route } from '../../../shared/http/routing/route.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'

const shipments = 'GET /api/v1/shipments'
const several = <T>(n: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))

/** A service with a small quota, which thus charges each request; its clock stands still. */
function smallQuota(variables: Record<string, string>, database: { dynamodb?: string } = direct) {
  const lines: Record<string, unknown>[] = []
  const log = (line: string) => lines.push(JSON.parse(line))
  return { ...inProcess({ ...database, variables, log }), lines }
}
const direct = { dynamodb: inject('dynamodb') }

test('a request beyond the quota of a company gets 429 with the headers of a limit', async () => {
  const { token, user } = await newTenant()
  const { call, pass, lines } = smallQuota({ COMPANY_RATE: '2', COMPANY_BURST: '4' })
  const statuses = await several(4, async () => (await call(shipments, { token })).status)
  expect(statuses).toEqual([200, 200, 200, 200])
  const refused = await call('PUT /api/v1/shipments/none', { token, body: {} })
  expect(refused).toMatchObject({
    status: 429,
    headers: {
      'retry-after': '2',
      'ratelimit-policy': '"quota";q=4;w=2',
      ratelimit: '"quota";r=0;t=2',
    },
    body: { code: 'too_many_requests', detail: 'Too many requests; try again later' },
  })
  for (let n = 0; n < 5; n++) expect((await call(shipments, { token })).status).toBe(429)
  // A charge that takes 300 ms, on a slow machine, is given up with a warning of its own.
  const warnings = lines.filter(({ level, message }) => level === 'WARN' && message !== 'company not charged')
  expect(warnings).toMatchObject([{ message: 'company throttled', tenant_id: user.tenant_id, refused: 1 }])
  expect(lines.filter(({ message }) => message === 'request')).toHaveLength(4)
  // What needs no token does not count.
  expect((await call('GET /')).status).toBe(200)
  pass(2)
  const later = await call(shipments, { token })
  expect([later.status, later.headers.ratelimit]).toEqual([200, undefined])
  for (let n = 0; n < 4; n++) await call(shipments, { token })
  expect(lines.at(-1)).toMatchObject({ message: 'company throttled', refused: 6 })
})

test('an invalid token uses nothing of the quota, and a role that may not call a route does', async () => {
  const { token } = await newTenant()
  const { call } = smallQuota({ COMPANY_RATE: '1', COMPANY_BURST: '1' })
  for (let n = 0; n < 3; n++) expect((await call(shipments, { token: `${token}x` })).status).toBe(401)
  expect((await call(shipments, { token })).status).toBe(200)
  expect((await call(shipments, { token })).status).toBe(429)
})

const withTokens = Object.entries(groups).flatMap(([name, { routes }]) => {
  const [route] = (routes as readonly Route[]).filter(({ access }) => access !== 'public')
  return route ? [[name, route.key] as const] : []
})

test.each(withTokens)('the function %s may charge a company, through its own role', async (_, key) => {
  const { token } = await newTenant()
  // Through the chaos proxy, which checks the role; some of the calls are lost.
  const { call, lines } = smallQuota({ COMPANY_RATE: '1000', COMPANY_BURST: '79' }, {})
  for (let n = 0; n < 4; n++) {
    const { status } = await call(
      key.replaceAll(/\{\w+\}/g, () => randomUUID()),
      { token, contract: false },
    )
    expect(status).not.toBe(429)
    expect(status).toBeLessThan(500)
  }
  expect(JSON.stringify(lines)).not.toContain('not authorized')
})

test('a company at ten times its quota gets 429 over HTTP, and others do not', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'quota-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const [rate, burst] = [5, 40]
  const assembly = join(directory, 'assembly')
  cpSync(inject('assembly'), assembly, { recursive: true })
  for (const name of globSync('CourierApi*.template.json', { cwd: assembly })) {
    const template = join(assembly, name)
    const changed = readFileSync(template, 'utf8')
      .replaceAll('"COMPANY_RATE": "2000"', `"COMPANY_RATE": "${rate}"`)
      .replaceAll('"COMPANY_BURST": "1000000"', `"COMPANY_BURST": "${burst}"`)
    writeFileSync(template, changed)
  }
  const cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true, onDemand: true })
  onTestFinished(() => cloud.stop())
  const [busy, ...others] = await several(10, () => newTenant(undefined, { api: cloud.url }))
  const start = performance.now()
  const [flood, rest] = await Promise.all([
    several(10 * burst, () => busy!.send(shipments)),
    Promise.all(others.flatMap((tenant) => Array.from({ length: 20 }, () => tenant.send(shipments)))),
  ])
  const seconds = (performance.now() - start) / 1000
  expect(rest.map(({ status }) => status)).toEqual(Array(180).fill(200))
  const [admitted, refused] = [200, 429].map((status) => flood.filter((answer) => answer.status === status))
  expect(admitted!.length + refused!.length).toBe(flood.length)
  expect(admitted!.length).toBeGreaterThanOrEqual(burst)
  // A block of a request, and what an instance may have paid for.
  expect(admitted!.length).toBeLessThanOrEqual(burst + rate * (seconds + 0.5) + 4)
  for (const { headers, body } of refused!) {
    expect(headers['ratelimit-policy']).toBe('"quota";q=40;w=8')
    expect(headers['ratelimit']).toBe(`"quota";r=0;t=${headers['retry-after']}`)
    expect(body.code).toBe('too_many_requests')
  }
})
