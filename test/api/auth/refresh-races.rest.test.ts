import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'
import { password } from '../../support/api/tenant.ts'

const rounds = Number(process.env.RACE_ROUNDS ?? 20)

test('a refresh token that two to eight clients use at once has exactly one successor, in every round', async () => {
  const containers = [0, 1].map(() => inProcess({ variables: { AUTH_PER_MINUTE: '3000' } }))
  const [one] = containers as [ReturnType<typeof inProcess>]
  const refresh = (refresh_token: string, n = 0) =>
    containers[n % 2]!.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
  const body = { email: `refresh-${randomUUID()}@example.com`, password, tenant_name: 'Races' }
  const first = (await one.call('POST /api/v1/auth/register', { body })).body.refresh_token as string
  let token = first
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(Array.from({ length: 2 + (round % 7) }, (_, n) => refresh(token, n)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won, `round ${round}: ${answers.map(({ status }) => status).join()}`).toHaveLength(1)
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
    token = won[0]!.body.refresh_token
    // The clock moves on, so that the rate limit of an address does not interfere.
    for (const container of containers) container.pass(2.5)
  }
  // When the first token is used again much later, the whole session is revoked.
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(token)).status).toBe(401)
})
