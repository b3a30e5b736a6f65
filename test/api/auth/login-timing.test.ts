import { randomUUID } from 'node:crypto'
import { inject, expect, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'
import { password } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'

const median = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0

// Requests of both kinds alternate, so that other load on the machine affects both alike. Retries cover the rest.
test(
  'login takes as long for an unknown address as for a wrong password',
  { timeout: 90_000, retry: 2 },
  async () => {
    const service = inProcess({
      // DynamoDB without the chaos proxy, whose delays would hide the difference; and a hash slow enough to measure.
      dynamodb: inject('dynamodb'),
      variables: { AUTH_PER_MINUTE: '3000', FAILED_LOGINS: '1000', BCRYPT_COST: '8' },
    })
    const known = Array.from({ length: 25 }, () => `timing-${randomUUID()}@example.com`)
    for (const email of known)
      await service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Timing' } })
    const duration = async (email: string) => {
      const start = performance.now()
      const { status } = await service.call('POST /api/v1/auth/login', {
        body: { email, password: 'a wrong guess' },
      })
      expect(status).toBe(401)
      return performance.now() - start
    }
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < size(40, 100); n++) {
      const pair = [
        async () => times.known.push(await duration(known[n % known.length] ?? '')),
        async () => times.unknown.push(await duration(`timing-${randomUUID()}@example.com`)),
      ]
      for (const one of n % 2 ? pair : pair.reverse()) await one()
    }
    const [slow, fast] = [median(times.known), median(times.unknown)].sort((a, b) => b - a) as [number, number]
    console.log(
      `login: known ${median(times.known).toFixed(1)} ms, unknown ${median(times.unknown).toFixed(1)} ms`,
    )
    expect(slow / fast).toBeLessThan(1.1)
  },
)
