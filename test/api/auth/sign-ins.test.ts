import { expect, test } from 'vitest'
import openapi from '../../../functions/openapi.json' with { type: 'json' }
import { signInActions } from '../../../shared/domain/users/sign-ins.ts'
import { newTenant, password } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { addSecondFactor, codeAt } from '../../support/auth/second-factor.ts'
import { verifyAddress } from '../../support/mail/codes.ts'
import { fresh } from './auth.fixture.ts'
import { paths } from './session-cookie.fixture.ts'

test('users see their own sign-ins and refused attempts, newest first, and not those of others', async () => {
  const service = inProcess()
  const { call } = service
  const account = fresh()
  const { access_token } = (await call(paths.register, { body: account })).body
  await verifyAddress(service, { ...account, access_token })
  const { secret } = await addSecondFactor(service, access_token)
  const login = (given: string) => call(paths.login, { body: { email: account.email, password: given } })
  service.pass(60)
  await login('not this one')
  service.pass(60)
  const { ticket } = (await login(password)).body.params
  const { status, body } = await call('POST /api/v1/auth/second-factor', {
    body: { ticket, code: codeAt(secret, service.clock.now) },
  })
  expect(status).toBe(200)
  const listed = (await call('GET /api/v1/users/me/sign-ins', { token: body.access_token })).body
  expect(listed.map(({ action, outcome, refusal }: any) => [action, outcome, refusal])).toEqual([
    ['signInWithSecondFactor', 'done', null],
    ['login', 'refused', 'second_factor_required'],
    ['login', 'refused', 'credentials_wrong'],
    ['register', 'done', null],
  ])
  expect(listed[0]).toEqual({
    id: expect.any(String),
    timestamp: service.clock.now.toISOString(),
    action: 'signInWithSecondFactor',
    outcome: 'done',
    refusal: null,
    network: expect.stringMatching(/\/24$/),
  })
  const stranger = await newTenant()
  const own = (await stranger.send('GET /api/v1/users/me/sign-ins')).body
  expect(own.map(({ action }: any) => action)).toEqual(['register'])
})

test('each operation whose response has a token is a sign-in, but those of open sessions and of API keys', () => {
  interface Operation {
    operationId: string
    responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>
  }
  const schemas = openapi.components.schemas as Record<string, { properties?: object }>
  const givesTokens = ({ responses }: Operation) =>
    ['200', '201'].some((status) => {
      const reference = responses[status]?.content?.['application/json']?.schema?.$ref ?? ''
      return 'access_token' in (schemas[reference.replace('#/components/schemas/', '')]?.properties ?? {})
    })
  const found = Object.values(openapi.paths as unknown as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .filter(givesTokens)
    .map(({ operationId }) => operationId)
  const others = ['refreshTokens', 'issueClientToken']
  expect(signInActions.toSorted()).toEqual(found.filter((id) => !others.includes(id)).sort())
})
