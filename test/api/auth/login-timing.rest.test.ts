import { randomUUID } from 'node:crypto'
import { inject, expect, onTestFinished, test } from 'vitest'
import { sequenceOf } from '../../support/chaos-proxy/calls.ts'
import { noFaults } from '../../support/chaos-proxy/faults/odds.ts'
import { chaosControl, startChaosProxy } from '../../support/chaos-proxy/proxy.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { password } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'

// A login must not reveal by its duration whether an address has a user. The duration consists of calls of the database,
// which are compared one by one, and of computing, which is measured as CPU time of this thread: other load does not count.

const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
const addresses = (count: number) => Array.from({ length: count }, () => `timing-${randomUUID()}@example.com`)

async function serviceWith(known: readonly string[], dynamodb: string) {
  // A hash that is slow enough to measure.
  const variables = { AUTH_PER_MINUTE: '3000', FAILED_LOGINS: '1000', BCRYPT_COST: '8' }
  const service = inProcess({ dynamodb, variables })
  for (const email of known)
    await service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Timing' } })
  return async (email: string) => {
    const body = { email, password: 'a wrong guess' }
    expect((await service.call('POST /api/v1/auth/login', { body })).status).toBe(401)
  }
}

test('a login computes as long for an unknown address as for a wrong password', async () => {
  const known = addresses(25)
  const login = await serviceWith(known, inject('dynamodb'))
  const milliseconds = async (email: string) => {
    const start = process.threadCpuUsage()
    await login(email)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < size(40, 100); n++) {
    const [unknown = ''] = addresses(1)
    const pair = [
      async () => times.known.push(await milliseconds(known[n % known.length] ?? '')),
      async () => times.unknown.push(await milliseconds(unknown)),
    ]
    for (const one of n % 2 ? pair : pair.reverse()) await one()
  }
  const [known_ms, unknown_ms] = [median(times.known), median(times.unknown)]
  console.log(`login: known ${known_ms.toFixed(1)} ms, unknown ${unknown_ms.toFixed(1)} ms`)
  expect(Math.max(known_ms, unknown_ms) / Math.min(known_ms, unknown_ms)).toBeLessThan(1.1)
})

test('a login makes the same calls for an unknown address as for a wrong password', async () => {
  const proxy = await startChaosProxy({ upstream: inject('dynamodb'), faults: noFaults })
  onTestFinished(() => proxy.stop())
  const [known = '', unknown = ''] = addresses(2)
  const login = await serviceWith([known], proxy.url)
  const callsOf = async (email: string) => {
    const control = chaosControl(proxy.url)
    await control.record()
    await login(email)
    return sequenceOf(await control.recorded())
  }
  const calls = await callsOf(known)
  expect(calls).toContain('Update')
  expect(await callsOf(unknown)).toBe(calls)
})
