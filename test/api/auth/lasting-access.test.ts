import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../functions/index.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { filled } from '../../support/routes/records.ts'
import { waitFor } from '../../support/suite/wait.ts'

// Operations that grant access beyond the life of an access token: to people (users) and to programs (webhooks).

let service: ReturnType<typeof inProcess>
beforeAll(() => {
  service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })
})
const mailbox = () => `lasting-${randomUUID()}@example.com`
const post = (path: string, body: object, token?: string) =>
  service.call(`POST ${path}`, { body, ...(token !== undefined && { token }) })

async function register(email = mailbox(), tenant_name = 'Swift Couriers') {
  const { status, body, text } = await post('/api/v1/auth/register', { email, password, tenant_name })
  expect(status, text).toBe(201)
  return { ...body, email } as { email: string; access_token: string; refresh_token: string; user: any }
}
async function registerVerified() {
  const account = await register()
  await verifyAddress(service, account)
  return account
}
const invite = (token: string, email = mailbox(), role = 'manager') =>
  post('/api/v1/users', { email, role }, token)
const accept = async (email: string, code?: string) =>
  post('/auth/email/accept-invitation', {
    code: code ?? (await codeFor(service, 'invitation', email)),
    password,
  })
const login = (email: string, given = password) => post('/api/v1/auth/login', { email, password: given })

describe('a manager whose e-mail is not verified', () => {
  test('cannot invite users or create webhooks', async () => {
    const { access_token: token } = await register()
    const refused = [
      await invite(token),
      await post('/api/v1/webhooks', { url: 'https://hooks.example/' }, token),
    ]
    for (const { status, body } of refused)
      expect([status, body.code, body.detail]).toEqual([
        403,
        'email_not_verified',
        expect.stringContaining('Verify'),
      ])
    expect(service.outboxMessages.filter(({ occasion }) => occasion === 'invitation')).toEqual([])
  })
})

describe('invitations', () => {
  test('reach one mailbox three times a day, however many companies send them', async () => {
    const to = mailbox()
    const senders = await Promise.all(Array.from({ length: 5 }, registerVerified))
    const sent = await Promise.all(senders.map(({ access_token }) => invite(access_token, to)))
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429])
    expect(service.outboxMessages.filter((message) => message.to === to)).toHaveLength(3)
    service.pass(24 * 3600 + 1)
    const [{ access_token = '' } = {}] = [(await login(senders[0]!.email)).body]
    expect((await invite(access_token, mailbox())).status).toBe(201)
    service.clock.now = new Date()
  })

  test.each([
    'Prize! https://evil.example/x',
    'www.evil-example.org',
    'Claim at evil.example now',
    'evil。example',
  ])('cannot come from a company called %s', async (tenant_name) => {
    const { status, body } = await post('/api/v1/auth/register', { email: mailbox(), password, tenant_name })
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'tenant_name']])
  })

  test('end with their sender', async () => {
    const owner = await registerVerified()
    const partner = mailbox()
    await invite(owner.access_token, partner)
    const { access_token, user } = (await accept(partner)).body
    const guest = mailbox()
    expect((await invite(access_token, guest)).status).toBe(201)
    const dismissed = await service.call(`DELETE /api/v1/users/${user.id}`, { token: owner.access_token })
    expect(dismissed.status).toBe(200)
    const { status, body } = await accept(guest)
    expect([status, body.detail]).toEqual([400, expect.stringContaining('withdrawn')])
  })
})

describe('a dismissed manager', () => {
  const rows = routes.filter(({ requires }) => requires !== undefined)

  test('can use none of these operations, with an access token that is still valid', async () => {
    const { access_token: token } = await registerVerified()
    await service.call('DELETE /api/v1/users/me/sessions', { token })
    const answers = await Promise.all(
      rows.map(async (row) => {
        const key = filled(row, new Proxy({}, { get: () => randomUUID() }))
        const named = { email: mailbox(), role: 'viewer', name: 'Shop', scopes: ['shipments:read'] }
        const body = { ...named, url: 'https://hooks.example/', code: '1', ids: [randomUUID()] }
        return [
          row.key,
          (await service.call(key, { token, ...(row.body && { body: { ...exampleOf(row.body), ...body } }) }))
            .status,
        ]
      }),
    )
    expect(answers).toEqual(rows.map(({ key }) => [key, 403]))
  })

  test('these are the operations on users, API keys and webhooks that change something', () => {
    const changing = routes
      .filter(({ path, method }) => /^\/api\/v1\/(users|api-keys|webhooks)/.test(path) && method !== 'GET')
      .map(({ key }) => key)
    // Signing out is possible for everyone.
    const own = ['DELETE /api/v1/users/me/sessions', 'DELETE /api/v1/users/me/sessions/{id}']
    expect(rows.map(({ key }) => key)).toEqual(changing.filter((key) => !own.includes(key)))
  })
})

describe('an address that another person registered first', () => {
  test('gives way to an invitation of its owner', async () => {
    const victim = mailbox()
    const squatter = await register(victim)
    const { access_token } = await registerVerified()
    await invite(access_token, victim, 'operator')
    const { status, body } = await accept(victim)
    expect([status, body.user.role, body.user.tenant_id === squatter.user.tenant_id]).toEqual([
      200,
      'operator',
      false,
    ])
    const refreshed = await post('/api/v1/auth/refresh', { refresh_token: squatter.refresh_token })
    expect(refreshed.status).toBe(401)
    expect((await login(victim)).body.user.id).toBe(body.user.id)
  })

  test('does not give way if it was verified: its owner leaves that company first', async () => {
    const own = await registerVerified()
    const second = mailbox()
    await invite(own.access_token, second)
    const { body: colleague } = await accept(second)
    const { access_token } = await registerVerified()
    await invite(access_token, second, 'operator')
    const code = await codeFor(service, 'invitation', second)
    const refused = await accept(second, code)
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('DELETE /api/v1/users/me'),
    ])
    const left = await service.call('DELETE /api/v1/users/me', { token: colleague.access_token })
    expect(left.status, left.text).toBe(200)
    expect((await login(second)).status).toBe(401)
    expect((await accept(second, code)).body.user).toMatchObject({ email: second, role: 'operator' })
    const statusOf = async () => {
      const { body: members } = await service.call('GET /api/v1/users', { token: own.access_token })
      return members.find(({ email }: { email: string }) => email === second)?.status
    }
    // Lists are eventually consistent.
    await waitFor(async () => expect(await statusOf()).toBe('LEFT'))
  })

  test('cannot be left by the last manager', async () => {
    const { access_token: token } = await register()
    expect((await service.call('DELETE /api/v1/users/me', { token })).status).toBe(409)
  })
})

describe('verifying an address', () => {
  const requestCode = async (email: string) => {
    await post('/auth/email/send-verification', { email })
    return codeFor(service, 'verification', email)
  }

  test('by the code alone ends the password and the sessions of whoever registered it', async () => {
    const { email, refresh_token } = await register()
    const { status } = await post('/auth/email/verify', { email, code: await requestCode(email) })
    expect(status).toBe(200)
    expect((await login(email)).status).toBe(401)
    expect((await post('/api/v1/auth/refresh', { refresh_token })).status).toBe(401)
    await post('/auth/email/send-reset-password', { email })
    const code = await codeFor(service, 'reset', email)
    await post('/auth/email/reset-password', { email, code, new_password: 'the owner’s own password' })
    expect((await login(email, 'the owner’s own password')).body.user.email_verified).toBe(true)
  })

  test('with the session or the password keeps both', async () => {
    const proofs = [
      ({ access_token }: { access_token: string }) => ({ token: access_token, body: {} }),
      () => ({ body: { password } }),
    ]
    for (const proof of proofs) {
      const account = await register()
      const { token, body } = { token: undefined, ...proof(account) }
      const code = await requestCode(account.email)
      const answer = await post('/auth/email/verify', { email: account.email, code, ...body }, token)
      expect(answer.status, answer.text).toBe(200)
      expect((await login(account.email)).body.user.email_verified).toBe(true)
      expect((await post('/api/v1/auth/refresh', { refresh_token: account.refresh_token })).status).toBe(200)
    }
  })

  test('with another account’s session, or a wrong password, keeps nothing', async () => {
    const [account, other] = [await register(), await register()]
    const code = await requestCode(account.email)
    const wrong = await post('/auth/email/verify', { email: account.email, code, password: 'not the password' })
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('password is wrong')])
    const body = { email: account.email, code }
    expect((await post('/auth/email/verify', body, other.access_token)).status).toBe(200)
    expect((await login(account.email)).status).toBe(401)
  })
})
