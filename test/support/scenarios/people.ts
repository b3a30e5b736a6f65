import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { softwareAuthenticator } from '../auth/authenticator.ts'
import { newPasskey, passkeySignIn } from '../auth/passkeys.ts'
import { codeAt } from '../auth/second-factor.ts'
import { codeFor } from '../mail/codes.ts'
import { password } from '../api/tenant.ts'
import type { Lane } from './lane.ts'
import type { Scenarios } from './types.ts'
import type { Fixtures } from './fixtures.ts'

/** What must hold after a request to one of the routes for accounts, sign-in, e-mails and users. */
export const peopleScenarios = (lane: Lane, on: Fixtures): Scenarios => ({
  'POST /api/v1/auth/register': async () => {
    const body = on.registration()
    return {
      act: () => lane.call('POST /api/v1/auth/register', { body }),
      after: async (answer) => {
        const { status, body: account } = await lane.call('POST /api/v1/auth/login', { body })
        expect(status).toBe(200)
        if (answer.status === 201) expect(account.user).toEqual(answer.body.user)
      },
    }
  },
  'POST /api/v1/auth/login': async () => {
    const account = await on.registered()
    const body = { email: account.email, password }
    return {
      act: () => lane.call('POST /api/v1/auth/login', { body }),
      after: async (answer) => {
        expect((await on.refreshed(answer.body.refresh_token)).status).toBe(200)
        // Ten wrong passwords are still allowed: the correct one did not count, and each wrong one counts once.
        const wrong = { body: { ...body, password: 'wrong password' } }
        for (let n = 0; n < 10; n++)
          expect((await lane.call('POST /api/v1/auth/login', wrong)).status).toBe(401)
        expect((await lane.call('POST /api/v1/auth/login', wrong)).status).toBe(429)
      },
    }
  },
  'POST /api/v1/auth/refresh': async () => {
    const { refresh_token } = await on.registered()
    return {
      act: () => on.refreshed(refresh_token),
      after: async (answer) => expect((await on.refreshed(answer.body.refresh_token)).status).toBe(200),
    }
  },
  'GET /api/v1/auth/oauth/{provider}': on.signInStart('google'),
  'GET /api/v1/auth/oauth/{provider}/callback': on.signInCallback('google'),
  'GET /api/v1/auth/oauth/custom/{custom_provider}': on.signInStart('custom/one'),
  'GET /api/v1/auth/oauth/custom/{name}/callback': on.signInCallback('custom/one'),
  'POST /api/v1/auth/logout': async () => {
    const { refresh_token } = await on.registered()
    return {
      act: () => lane.call('POST /api/v1/auth/logout', { body: { refresh_token } }),
      after: async () => expect((await on.refreshed(refresh_token)).status).toBe(401),
    }
  },
  'POST /api/v1/auth/second-factor': async () => {
    const { access_token, email, secret } = await on.protectedAccount()
    const { body } = await lane.call('POST /api/v1/auth/login', { body: { email, password } })
    const proof = { ticket: body.params.ticket, code: codeAt(secret, lane.clock.now) }
    return {
      act: () => lane.call('POST /api/v1/auth/second-factor', { body: proof }),
      after: async (answer) => {
        if (answer.status === 200) expect((await on.refreshed(answer.body.refresh_token)).status).toBe(200)
        // The code was used once.
        const token = access_token
        const sessions = (await lane.call('GET /api/v1/users/me/sessions', { token })).body
        expect(sessions).toHaveLength(2)
        expect((await lane.call('POST /api/v1/auth/second-factor', { body: proof })).status).toBe(401)
      },
    }
  },
  'POST /api/v1/auth/second-factor/enrolment': async () => {
    const { ticket } = await on.ticketToEnrol()
    return {
      act: () => on.anyone('/api/v1/auth/second-factor/enrolment', { ticket }),
      after: async (answer) => {
        const code = codeAt(answer.body.secret, lane.clock.now)
        const enrolled = await on.anyone('/api/v1/auth/second-factor/enrolment/confirm', { ticket, code })
        expect(enrolled.status).toBe(200)
      },
    }
  },
  'POST /api/v1/auth/second-factor/enrolment/confirm': async () => {
    const { ticket, email } = await on.ticketToEnrol()
    const { secret } = (await on.anyone('/api/v1/auth/second-factor/enrolment', { ticket })).body
    const body = { ticket, code: codeAt(secret, lane.clock.now) }
    const confirm = () => on.anyone('/api/v1/auth/second-factor/enrolment/confirm', body)
    return {
      act: confirm,
      after: async (answer) => {
        if (answer.status === 200) expect((await on.refreshed(answer.body.refresh_token)).status).toBe(200)
        // The ticket ended with it.
        expect((await confirm()).status).toBe(401)
        expect(on.letters('second_factor_added', email)).toHaveLength(1)
      },
    }
  },
  'POST /api/v1/auth/passkey/options': async () => {
    const { authenticator } = await on.withPasskey()
    return {
      act: () => lane.call('POST /api/v1/auth/passkey/options'),
      after: async ({ body: { ticket, public_key } }) => {
        const body = { ticket, credential: authenticator.get(public_key) }
        expect((await on.anyone('/api/v1/auth/passkey', body)).status).toBe(200)
      },
    }
  },
  'POST /api/v1/auth/passkey': async () => {
    const { authenticator } = await on.withPasskey()
    const body = await passkeySignIn(lane, authenticator)
    return {
      act: () => on.anyone('/api/v1/auth/passkey', body),
      after: async (answer) => {
        if (answer.status === 200) expect((await on.refreshed(answer.body.refresh_token)).status).toBe(200)
        // The challenge was used once.
        expect((await on.anyone('/api/v1/auth/passkey', body)).status).toBe(401)
      },
    }
  },
  'POST /api/v1/users/me/passkeys/options': async () => {
    const { send } = await on.people()
    return {
      act: () => send('POST /api/v1/users/me/passkeys/options'),
      after: async ({ body: { ticket, public_key } }) => {
        const body = { ticket, name: 'Phone', credential: softwareAuthenticator().create(public_key) }
        expect((await send('POST /api/v1/users/me/passkeys', body)).status).toBe(201)
      },
    }
  },
  'POST /api/v1/users/me/passkeys': async () => {
    const { access_token: token, email } = await on.verified()
    const body = await newPasskey(lane, token)
    return {
      act: () => lane.call('POST /api/v1/users/me/passkeys', { token, body }),
      after: async (answer) => {
        const listed = (await lane.call('GET /api/v1/users/me/passkeys', { token })).body
        expect(listed).toHaveLength(1)
        if (answer.status === 201) expect(listed).toEqual([answer.body])
        expect(on.letters('passkey_added', email)).toHaveLength(1)
      },
    }
  },
  'POST /api/v1/users/me/passkeys/prove': async () => {
    const { access_token: token, authenticator } = await on.withPasskey()
    const body = await passkeySignIn(lane, authenticator)
    return {
      act: () => lane.call('POST /api/v1/users/me/passkeys/prove', { token, body }),
      after: async () => {
        const [passkey] = (await lane.call('GET /api/v1/users/me/passkeys', { token })).body
        expect(passkey.last_used_at).toEqual(expect.any(String))
      },
    }
  },
  'PUT /api/v1/users/me/passkeys/{id}': async () => {
    const { access_token: token, passkey } = await on.withPasskey()
    const path = `/api/v1/users/me/passkeys/${passkey.id}`
    return {
      act: () => lane.call(`PUT ${path}`, { token, body: { name: 'Old phone' } }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        const { body } = await lane.call('GET /api/v1/users/me/passkeys', { token })
        expect(body).toEqual([answer.body])
      },
    }
  },
  'DELETE /api/v1/users/me/passkeys/{id}': async () => {
    const { access_token: token, passkey, email } = await on.withPasskey()
    return {
      act: () => lane.call(`DELETE /api/v1/users/me/passkeys/${passkey.id}`, { token }),
      after: async () => {
        expect((await lane.call('GET /api/v1/users/me/passkeys', { token })).body).toEqual([])
        expect((await lane.call('GET /api/v1/users/me', { token })).body.passkeys).toBe(0)
        expect(on.letters('passkey_removed', email)).toHaveLength(1)
      },
    }
  },
  'POST /auth/email/send-verification': () => on.message('verification', 'send-verification'),
  'POST /auth/email/send-reset-password': () => on.message('reset', 'send-reset-password'),
  'POST /auth/email/verify': async () => {
    const account = await on.registered()
    const code = await on.mailed('verification', 'send-verification', account.email)
    return {
      act: () => on.anyone('/auth/email/verify', { email: account.email, code, password }),
      after: async () =>
        expect((await on.anyone('/api/v1/auth/login', account)).body.user.email_verified).toBe(true),
    }
  },
  'POST /auth/email/reset-password': async () => {
    const { email } = await on.registered()
    const code = await on.mailed('reset', 'send-reset-password', email)
    const new_password = 'quite another password'
    return {
      act: () => on.anyone('/auth/email/reset-password', { email, code, new_password }),
      after: async () =>
        expect((await on.anyone('/api/v1/auth/login', { email, password: new_password })).status).toBe(200),
    }
  },
  'POST /auth/email/accept-invitation': async () => {
    const { send } = await on.people()
    const email = `invited-${randomUUID()}@example.com`
    const { body: user } = await send('POST /api/v1/users', { email, role: 'manager' })
    const code = await codeFor(lane.emails(), 'invitation', email)
    return {
      act: () => on.anyone('/auth/email/accept-invitation', { code, password }),
      after: async (answer) => {
        if (answer.status === 200) expect(answer.body.user.id).toBe(user.id)
        // The user was counted once as a manager: one of the two managers can lose the role, but not the last one.
        expect((await send(`PUT /api/v1/users/${user.id}`, { role: 'viewer' })).status).toBe(200)
        expect(
          (await send(`DELETE /api/v1/users/${(await send('GET /api/v1/users/me')).body.id}`)).status,
        ).toBe(409)
      },
    }
  },
  'POST /api/v1/users': async () => {
    const { send } = await on.people()
    const email = `invited-${randomUUID()}@example.com`
    return {
      act: () => send('POST /api/v1/users', { email, role: 'viewer' }),
      after: async (answer) => {
        expect((await send(`GET /api/v1/users/${answer.body.id}`)).body).toEqual(answer.body)
        expect(lane.outboxMessages.filter(({ to }) => to === email)).toHaveLength(1)
      },
    }
  },
  'PUT /api/v1/users/me': async () => {
    const { send } = await on.people()
    return {
      act: () => send('PUT /api/v1/users/me', { name: 'Nino Beridze' }),
      after: async () =>
        expect((await send('GET /api/v1/users/me')).body).toMatchObject({ name: 'Nino Beridze' }),
    }
  },
  'PUT /api/v1/users/{id}': async () => {
    const { send, invited } = await on.people()
    return {
      act: () => send(`PUT /api/v1/users/${invited}`, { role: 'viewer' }),
      after: async (answer) => {
        expect(answer.headers.etag).toBe('"2"')
        expect((await send(`GET /api/v1/users/${invited}`)).body).toEqual(answer.body)
      },
    }
  },
  'DELETE /api/v1/users/{id}': async () => {
    const { send, invited } = await on.people()
    return {
      act: () => send(`DELETE /api/v1/users/${invited}`),
      after: async (answer) =>
        expect([answer.headers.etag, answer.body.status]).toEqual(['"2"', 'DEACTIVATED']),
    }
  },
  'POST /api/v1/users/{id}/grants/end': async () => {
    const { send, invited } = await on.people()
    const { id } = (await send('GET /api/v1/users/me')).body
    const names = async () => (await send(`GET /api/v1/users/${id}/grants`)).body.map((one: any) => one.id)
    return {
      act: () => send(`POST /api/v1/users/${id}/grants/end`, { ids: [invited] }),
      after: async () => expect(await names()).toEqual([]),
    }
  },
  // Its version is that of the company.
  'POST /api/v1/users/{id}/ownership': async () => {
    const { send, joined } = await on.members('manager')
    const path = `/api/v1/users/${joined.user.id}`
    return {
      act: () => send(`POST ${path}/ownership`),
      after: async () => expect((await send(`GET ${path}`)).body.is_owner_offered).toBe(true),
    }
  },
  'POST /api/v1/users/{id}/invitation': async () => {
    const { send, invited } = await on.people()
    return {
      act: () => send(`POST /api/v1/users/${invited}/invitation`),
      after: async (answer) => expect([answer.headers.etag, answer.body.status]).toEqual(['"2"', 'INVITED']),
    }
  },
  'PUT /api/v1/settings': async () => {
    const { send } = await on.people()
    const handover = { require: ['signature'] }
    return {
      act: () => send('PUT /api/v1/settings', { handover }),
      after: async (answer) => {
        expect(answer.body.handover).toEqual(handover)
        expect((await send('GET /api/v1/settings')).body).toEqual(answer.body)
      },
    }
  },
  'DELETE /api/v1/users/me': async () => {
    const { send } = await on.people()
    const email = `invited-${randomUUID()}@example.com`
    const { body: user } = await send('POST /api/v1/users', { email, role: 'viewer' })
    const code = await codeFor(lane.emails(), 'invitation', email)
    const { access_token: token } = (await on.anyone('/auth/email/accept-invitation', { code, password })).body
    return {
      act: () => lane.call('DELETE /api/v1/users/me', { token }),
      after: async () => {
        expect((await send(`GET /api/v1/users/${user.id}`)).body.status).toBe('LEFT')
        // The address is free.
        const body = { email, password, tenant_name: 'Another company' }
        expect((await on.anyone('/api/v1/auth/register', body)).status).toBe(201)
      },
    }
  },
  'POST /api/v1/users/me/second-factor': async () => {
    const { send } = await on.people()
    return {
      act: () => send('POST /api/v1/users/me/second-factor'),
      after: async (answer) => {
        const code = codeAt(answer.body.secret, lane.clock.now)
        expect((await send('POST /api/v1/users/me/second-factor/recovery-codes', { code })).status).toBe(200)
      },
    }
  },
  'POST /api/v1/users/me/second-factor/recovery-codes': async () => {
    const { send, refresh_token } = await on.people()
    const { secret } = (await send('POST /api/v1/users/me/second-factor')).body
    const body = { code: codeAt(secret, lane.clock.now) }
    return {
      act: () => send('POST /api/v1/users/me/second-factor/recovery-codes', body),
      after: async () => {
        const me = (await send('GET /api/v1/users/me')).body
        expect(me.second_factor_since).toEqual(expect.any(String))
        // The session goes on.
        expect((await on.refreshed(refresh_token)).status).toBe(200)
        expect(on.letters('second_factor_added', me.email)).toHaveLength(1)
      },
    }
  },
  'POST /api/v1/users/me/second-factor/prove': async () => {
    const { send, secret } = await on.protectedAccount()
    lane.pass(400)
    const invite = () =>
      send('POST /api/v1/users', { email: `invited-${randomUUID()}@example.com`, role: 'viewer' })
    expect((await invite()).status).toBe(401)
    const body = { code: codeAt(secret, lane.clock.now) }
    return {
      act: () => send('POST /api/v1/users/me/second-factor/prove', body),
      after: async () => expect((await invite()).status).toBe(201),
    }
  },
  'POST /api/v1/users/me/second-factor/end': async () => {
    const { send, secret, email } = await on.protectedAccount()
    const body = { code: codeAt(secret, lane.clock.now) }
    return {
      act: () => send('POST /api/v1/users/me/second-factor/end', body),
      after: async () => {
        expect((await lane.call('POST /api/v1/auth/login', { body: { email, password } })).status).toBe(200)
        expect(on.letters('second_factor_ended', email)).toHaveLength(1)
      },
    }
  },
  'DELETE /api/v1/users/{id}/second-factor': async () => {
    const { send, joined } = await on.members()
    await on.addApp(joined.access_token)
    const { id, email } = joined.user
    return {
      act: () => send(`DELETE /api/v1/users/${id}/second-factor`),
      after: async () => {
        expect((await send(`GET /api/v1/users/${id}`)).body.second_factor_since).toBeNull()
        expect(on.letters('second_factor_reset', email)).toHaveLength(1)
      },
    }
  },
  'DELETE /api/v1/users/me/sessions': async () => {
    const { send, refresh_token } = await on.people()
    return {
      act: () => send('DELETE /api/v1/users/me/sessions'),
      after: async () => expect((await on.refreshed(refresh_token)).status).toBe(401),
    }
  },
  'DELETE /api/v1/users/me/sessions/{id}': async () => {
    const { send, refresh_token } = await on.people()
    const [{ id }] = (await send('GET /api/v1/users/me/sessions')).body
    return {
      act: () => send(`DELETE /api/v1/users/me/sessions/${id}`),
      after: async () => expect((await on.refreshed(refresh_token)).status).toBe(401),
    }
  },
  'DELETE /api/v1/users/{id}/sessions': async () => {
    const { send, joined } = await on.members()
    return {
      act: () => send(`DELETE /api/v1/users/${joined.user.id}/sessions`),
      after: async () => expect((await on.refreshed(joined.refresh_token)).status).toBe(401),
    }
  },
  'DELETE /api/v1/users/{id}/sessions/{session_id}': async () => {
    const { send, joined } = await on.members()
    const path = `/api/v1/users/${joined.user.id}/sessions`
    const [{ id }] = (await send(`GET ${path}`)).body
    return {
      act: () => send(`DELETE ${path}/${id}`),
      after: async () => expect((await on.refreshed(joined.refresh_token)).status).toBe(401),
    }
  },
})
