import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { functionLog } from '../../support/in-process/context.ts'
import { allSent, arrivingCode, emailsTo, newOutboxMessage, send } from '../../support/mail/mailbox.ts'
import { invite, newTenant, password } from '../../support/api/tenant.ts'
import { waitFor } from '../../support/suite/wait.ts'

// The path of an e-mail: request, table, stream, function, mailbox; and what its recipient does with it.

test('a user verifies an address with the code in its mailbox, which arrives within two seconds, once', async () => {
  const { call, email } = await newTenant()
  await call('POST /auth/email/send-verification', { body: { email } })
  const code = await arrivingCode(email)
  expect((await call('POST /auth/email/verify', { body: { email, code } })).status).toBe(200)
  await allSent()
  expect(await emailsTo({ to: email })).toEqual([
    expect.objectContaining({
      from: '"Courier Logistics" <no-reply@example.com>',
      destination: { to: [email], cc: [], bcc: [] },
      body: { text: expect.stringContaining('The code works'), html: expect.stringContaining('</html>') },
    }),
  ])
})

test('a user sets a new password with the code from the reset e-mail', async () => {
  const { call, email } = await newTenant()
  await call('POST /auth/email/send-reset-password', { body: { email: email.toUpperCase() } })
  const body = { email, code: await arrivingCode(email), new_password: 'quite another password' }
  expect((await call('POST /auth/email/reset-password', { body })).status).toBe(200)
  const login = { email, password: body.new_password }
  expect((await call('POST /api/v1/auth/login', { body: login })).status).toBe(200)
})

test('an invited user accepts the invitation and can read shipments', async () => {
  const tenant = await newTenant()
  const { call } = tenant
  const { email } = await invite(tenant, { role: 'viewer' })
  const accepted = await call('POST /auth/email/accept-invitation', {
    body: { code: await arrivingCode(email), password },
  })
  const token = accepted.body.access_token
  expect((await call('GET /api/v1/shipments', { token })).status).toBe(200)
})

/** An address that the local SES rejects. */
const rejectedAddress = () => `nobody-${randomUUID()}@rejected.invalid`

test('an invitation whose e-mail is rejected is listed as undeliverable, until it is sent again', async () => {
  const tenant = await newTenant()
  const user = await invite(tenant, { email: rejectedAddress() })
  expect(user).toMatchObject({ status: 'INVITED', invitation_undeliverable: false })
  await waitFor(async () => {
    const { body } = await tenant.send('GET /api/v1/users')
    expect(body).toContainEqual(
      expect.objectContaining({ id: user.id, status: 'INVITED', invitation_undeliverable: true }),
    )
  })
  const again = await tenant.send(`POST /api/v1/users/${user.id}/invitation`)
  expect(again.body).toMatchObject({ status: 'INVITED', invitation_undeliverable: false })
})

test('whether a code could be sent is not shown to who asked for it', async () => {
  const { call } = await newTenant()
  const email = rejectedAddress()
  const account = { email, password, tenant_name: 'Swift Couriers' }
  const { access_token: token } = (await call('POST /api/v1/auth/register', { body: account })).body
  const asked = (to: string) => call('POST /auth/email/send-reset-password', { body: { email: to } })
  const [known, unknown] = [await asked(email), await asked(rejectedAddress())]
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  await allSent()
  const { body } = await call('GET /api/v1/users/me', { token })
  expect(body).toMatchObject({ status: 'ACTIVE', invitation_undeliverable: false })
})

test('an unknown address gets no e-mail', async () => {
  const { call } = await newTenant()
  const email = `nobody-${randomUUID()}@example.com`
  await call('POST /auth/email/send-verification', { body: { email } })
  await call('POST /auth/email/send-reset-password', { body: { email } })
  await allSent()
  expect(await emailsTo({ to: email })).toEqual([])
})

test('two hundred simultaneous e-mails arrive once each, and the log contains their ids but no addresses', async () => {
  const many = await Promise.all(Array.from({ length: 200 }, () => newOutboxMessage()))
  await send(...many.slice(0, 100))
  await send(...many.slice(100))
  await allSent()
  const arrived = (await emailsTo(...many)).map(({ destination }) => destination.to[0])
  expect(arrived.sort()).toEqual(many.map(({ to }) => to).sort())
  const log = functionLog()
  expect(log).toContain(many[0]!.id)
  expect(log).not.toContain('mail-')
})
