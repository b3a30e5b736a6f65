import { expect, test } from 'vitest'
import { inProcess } from '../../support/in-process/service.ts'
import { fresh } from './auth.fixture.ts'
import { paths } from './session-cookie.fixture.ts'

test('a session that was not used for as long as the company has set is not continued, and ends', async () => {
  const service = inProcess()
  const { call, pass } = service
  const { access_token, refresh_token } = (await call(paths.register, { body: fresh() })).body
  const set = (idle_sign_out_minutes: number) =>
    call('PUT /api/v1/settings', { token: access_token, body: { idle_sign_out_minutes } })
  expect((await set(10)).status).toBe(422)
  expect((await set(60)).body).toMatchObject({ idle_sign_out_minutes: 60 })
  const refresh = (token: string) => call(paths.refresh, { body: { refresh_token: token } })
  // The access token may have been used for fifteen minutes.
  pass(75 * 60)
  const used = await refresh(refresh_token)
  expect(used.status).toBe(200)
  pass(75 * 60 + 1)
  const idle = await refresh(used.body.refresh_token)
  expect([idle.status, idle.body.reason]).toEqual([401, 'session_idle'])
  expect((await refresh(used.body.refresh_token)).status).toBe(401)
})
