import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { composeEmail } from '../../../shared/auth/codes/compose-email.ts'
import { password } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { nowhere } from '../../support/webhooks/webhooks.ts'

// A takeover by one look into a mailbox: what its owner learns, what stays theirs, and how they end the rest.

let service: ReturnType<typeof inProcess>
beforeAll(() => {
  service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })
})
const mailbox = () => `owner-${randomUUID()}@example.com`
type Account = Awaited<ReturnType<typeof owner>>

async function owner() {
  const body = { email: mailbox(), password, tenant_name: 'Swift Couriers' }
  const registered = (await service.call('POST /api/v1/auth/register', { body })).body
  await verifyAddress(service, { ...body, ...registered })
  return accountOf(body.email, registered)
}
function accountOf(email: string, { access_token, user }: any, secret = password) {
  const account = { email, password: secret, token: access_token as string, id: user.id as string, since: 0 }
  return {
    ...account,
    send: (key: string, body?: object) => service.call(key, { token: account.token, ...(body && { body }) }),
    /** The subjects of the e-mails about the account. */
    letters: async () => {
      const found = service.outboxMessages.filter(
        ({ to, sealed, occasion }) => to === email && !sealed && !['verification', 'reset'].includes(occasion),
      )
      const emails = await Promise.all(found.map((message) => composeEmail(message, service.runtime)))
      return emails.map((one) => one!.subject)
    },
  }
}
async function login(email: string, secret = password, userAgent?: string) {
  const answer = await service.call('POST /api/v1/auth/login', {
    body: { email, password: secret },
    ...(userAgent !== undefined && { headers: { 'user-agent': userAgent } }),
  })
  expect(answer.status, answer.text).toBe(200)
  return accountOf(email, answer.body, secret)
}
async function colleague({ send }: Account, role = 'manager') {
  const email = mailbox()
  expect((await send('POST /api/v1/users', { email, role })).status).toBe(201)
  const body = { code: await codeFor(service, 'invitation', email), password }
  return accountOf(email, (await service.call('POST /auth/email/accept-invitation', { body })).body)
}
async function reset(email: string, new_password: string) {
  await service.call('POST /auth/email/send-reset-password', { body: { email } })
  const body = { email, code: await codeFor(service, 'reset', email), new_password }
  expect((await service.call('POST /auth/email/reset-password', { body })).status).toBe(200)
}
const keyOf = ({ send }: Account, name: string) =>
  send('POST /api/v1/api-keys', { name, scopes: ['shipments:read', 'webhooks:write'] })

describe('the owner of a company', () => {
  test('is its registrant, whom no other manager deactivates or gives another role', async () => {
    const founder = await owner()
    const other = await colleague(founder)
    expect((await other.send('GET /api/v1/users')).body.map(({ id, is_owner }: any) => [id, is_owner])).toEqual(
      [
        [other.id, false],
        [founder.id, true],
      ],
    )
    const attempts = [
      await other.send(`DELETE /api/v1/users/${founder.id}`),
      await other.send(`PUT /api/v1/users/${founder.id}`, { is_active: false }),
      await other.send(`PUT /api/v1/users/${founder.id}`, { role: 'viewer' }),
      await founder.send('DELETE /api/v1/users/me'),
    ]
    for (const { status, body } of attempts)
      expect([status, body.detail]).toEqual([409, expect.stringContaining('own')])
  })

  test('passes the ownership on to a manager who accepts it, and both are written to', async () => {
    const founder = await owner()
    const [next, other] = [await colleague(founder), await colleague(founder)]
    const at = `POST /api/v1/users/${next.id}/ownership`
    expect((await next.send(at)).status, 'not offered').toBe(403)
    expect((await founder.send(at)).body).toMatchObject({ is_owner: false, is_owner_offered: true })
    expect((await next.send('GET /api/v1/users/me')).body).toMatchObject({ is_owner_offered: true })
    expect((await other.send('GET /api/v1/users/me')).body).toMatchObject({ is_owner_offered: false })
    expect((await other.send(at)).status, 'offered to another').toBe(403)
    expect((await next.send(at)).body).toMatchObject({ id: next.id, is_owner: true, is_owner_offered: false })
    expect((await founder.send(`DELETE /api/v1/users/${next.id}`)).status).toBe(409)
    expect((await next.send(`DELETE /api/v1/users/${founder.id}`)).status).toBe(200)
    for (const letters of [await founder.letters(), await next.letters()])
      expect(letters).toEqual(
        expect.arrayContaining(['Your company is offered to another owner', 'Your company has a new owner']),
      )
  })

  test('offers it to active managers, and an offer ends after a week', async () => {
    const founder = await owner()
    const [next, viewer] = [await colleague(founder), await colleague(founder, 'viewer')]
    expect((await founder.send(`POST /api/v1/users/${viewer.id}/ownership`)).status).toBe(409)
    const at = `POST /api/v1/users/${next.id}/ownership`
    expect((await founder.send(at)).status).toBe(200)
    service.pass(7 * 24 * 3600)
    expect((await (await login(next.email)).send(at)).status).toBe(403)
  })
})

describe('after one look into the mailbox of the founder', () => {
  test('the founder learns of it, stays the owner, and ends in one step what the intruder made', async () => {
    const founder = await owner()
    await keyOf(founder, 'Web shop')
    // The intruder resets the password, and gives access that outlasts it.
    await reset(founder.email, 'the intruder was here')
    const intruder = await login(founder.email, 'the intruder was here', 'Other/1.0')
    const hookUrl = nowhere()
    const { body: key } = await keyOf(intruder, 'Backup')
    const hook = await intruder.send('POST /api/v1/webhooks', { url: hookUrl })
    expect(hook.status, hook.text).toBe(201)
    const second = await colleague(intruder)
    const third = await colleague(second)
    expect((await intruder.send(`POST /api/v1/users/${second.id}/ownership`)).body.detail).toContain(
      'within a week',
    )
    expect((await second.send(`DELETE /api/v1/users/${founder.id}`)).status).toBe(409)
    expect(await founder.letters()).toEqual([
      'An API key was created',
      'Your password was changed',
      'An API key was created',
      'A webhook was created',
      'Your company has a new manager',
      'Your company has a new manager',
    ])
    // A minute later the founder resets it again.
    service.pass(61)
    await reset(founder.email, password)
    const again = await login(founder.email)
    const grants = (await again.send(`GET /api/v1/users/${founder.id}/grants`)).body
    expect(grants.map(({ kind, name }: any) => [kind, name])).toEqual([
      ['user', third.email],
      ['user', second.email],
      ['webhook', hookUrl],
      ['api_key', 'Backup'],
      ['api_key', 'Web shop'],
    ])
    const ids = grants.slice(0, 4).map(({ id }: any) => id)
    const ended = await again.send(`POST /api/v1/users/${founder.id}/grants/end`, { ids })
    expect([ended.status, ended.body.map(({ name }: any) => name)]).toEqual([200, ['Web shop']])
    service.pass(6)
    for (const { send } of [second, third])
      expect((await send('DELETE /api/v1/users/me/sessions')).status).toBe(401)
    const { client_id, secret } = key
    const token = { grant_type: 'client_credentials', client_id, client_secret: secret }
    expect((await service.call('POST /api/v1/auth/token', { body: token })).status).toBe(401)
    expect((await again.send('GET /api/v1/webhooks')).body).toEqual([])
    const repeated = await again.send(`POST /api/v1/users/${founder.id}/grants/end`, { ids })
    expect([repeated.status, repeated.body], 'what has ended stays ended').toEqual([200, ended.body])
    const own = await again.send(`POST /api/v1/users/${founder.id}/grants/end`, { ids: [founder.id] })
    expect([own.status, own.body.detail]).toEqual([404, 'Access grant not found'])
  })
})

test('a sign-in from a new device and network is reported to its user, a known one and the first are not', async () => {
  const founder = await owner()
  await login(founder.email)
  expect(await founder.letters()).toEqual([])
  const elsewhere = await service.call('POST /api/v1/auth/login', {
    body: { email: founder.email, password, device_name: 'Phone' },
    headers: { 'user-agent': 'Other/2.0' },
    from: '203.0.113.7',
  })
  expect(elsewhere.status).toBe(200)
  expect(await founder.letters()).toEqual(['A new device signed in'])
})

test('a new role is reported to its user', async () => {
  const founder = await owner()
  const viewer = await colleague(founder, 'viewer')
  await founder.send(`PUT /api/v1/users/${viewer.id}`, { role: 'operator' })
  expect(await viewer.letters()).toEqual(['Your role was changed'])
})

test('an account whose address is not verified gets no letters: it may be a stranger’s', async () => {
  const body = { email: mailbox(), password, tenant_name: 'Swift Couriers' }
  await service.call('POST /api/v1/auth/register', { body })
  const elsewhere = { body, headers: { 'user-agent': 'Other/2.0' }, from: '203.0.113.8' }
  expect((await service.call('POST /api/v1/auth/login', elsewhere)).status).toBe(200)
  expect(service.outboxMessages.filter(({ to }) => to === body.email)).toEqual([])
})
