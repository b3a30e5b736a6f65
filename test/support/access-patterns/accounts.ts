import { randomUUID } from 'node:crypto'
import { password } from '../api/tenant.ts'
import { addPasskey, newPasskey, passkeySignIn } from '../auth/passkeys.ts'
import { addSecondFactor, codeAt, requireFactor } from '../auth/second-factor.ts'
import { codeFor } from '../mail/codes.ts'
import { path as oauthPath } from '../oauth/sign-in.ts'
import { nowhere } from '../webhooks/webhooks.ts'
import type { Requests } from './requests.ts'
import {
  account,
  as,
  ask,
  book,
  comesBack,
  invite,
  noPreparation,
  register,
  registerVerified,
  service,
  signIns,
  toWebhook,
} from './setup.ts'
import { waitUntil } from '../suite/wait.ts'

/** Waits until the feed has two events, and returns the first. */
async function twoEvents(): Promise<{ id: string }> {
  await book()
  await book()
  const [first] = await waitUntil(async () => {
    const { body } = await service.call('GET /api/v1/events?limit=2', as())
    return body.length === 2 && (body as { id: string }[])
  })
  return first!
}

/** An account with an authenticator app, whose current code is unused. */
const withApp = async () => {
  const account = await registerVerified()
  return { ...account, ...(await addSecondFactor(service, account.access_token)) }
}
/** An account with a passkey. */
const withPasskey = async () => {
  const account = await registerVerified()
  return { ...account, ...(await addPasskey(service, account.access_token)) }
}
/** The ticket of a user without an app in a company that requires one. */
const ticketToEnrol = async () => {
  const { access_token: token } = await withApp()
  await requireFactor(service, token)
  const email = `costs-${randomUUID()}@example.com`
  await service.call('POST /api/v1/users', { token, body: { email, role: 'operator' } })
  const code = await codeFor(service, 'invitation', email)
  const { body } = await service.call('POST /auth/email/accept-invitation', { body: { code, password } })
  return { ticket: body.params.ticket as string }
}
const toOwnFactor = (under: string) => async () => {
  const { access_token: token, secret } = await withApp()
  const body = { code: codeAt(secret, service.clock.now) }
  return () => service.call(`POST /api/v1/users/me/second-factor/${under}`, { token, body })
}

export const accountsRequests: Requests = {
  'GET /': async () => () => service.call('GET /'),
  'GET /.well-known/security.txt': async () => () => service.call('GET /.well-known/security.txt'),
  'GET /.well-known/change-password': async () => () => service.call('GET /.well-known/change-password'),
  'GET /.well-known/jwks.json': async () => () => service.call('GET /.well-known/jwks.json'),
  'GET /.well-known/oauth-authorization-server': async () => () =>
    service.call('GET /.well-known/oauth-authorization-server'),
  'GET /openapi.json': async () => () => service.call('GET /openapi.json'),
  'POST /api/v1/auth/register': async () => async () => ({ status: (await register()).user ? 201 : 500 }),
  'POST /api/v1/auth/login': async () => () =>
    service.call('POST /api/v1/auth/login', { body: { email: account.email, password } }),
  'POST /api/v1/auth/login, wrong password': async () => () =>
    service.call('POST /api/v1/auth/login', { body: { email: account.email, password: 'wrong password' } }),
  'POST /api/v1/auth/second-factor': async () => {
    const { email, secret } = await withApp()
    const { body } = await service.call('POST /api/v1/auth/login', { body: { email, password } })
    const proof = { ticket: body.params.ticket, code: codeAt(secret, service.clock.now) }
    return () => service.call('POST /api/v1/auth/second-factor', { body: proof })
  },
  'POST /api/v1/auth/second-factor/enrolment': async () => {
    const { ticket } = await ticketToEnrol()
    return () => service.call('POST /api/v1/auth/second-factor/enrolment', { body: { ticket } })
  },
  'POST /api/v1/auth/second-factor/enrolment/confirm': async () => {
    const { ticket } = await ticketToEnrol()
    const { secret } = (await service.call('POST /api/v1/auth/second-factor/enrolment', { body: { ticket } }))
      .body
    const body = { ticket, code: codeAt(secret, service.clock.now) }
    return () => service.call('POST /api/v1/auth/second-factor/enrolment/confirm', { body })
  },
  'POST /api/v1/auth/passkey/options': async () => () => service.call('POST /api/v1/auth/passkey/options'),
  'POST /api/v1/auth/passkey': async () => {
    const { authenticator } = await withPasskey()
    const body = await passkeySignIn(service, authenticator)
    return () => service.call('POST /api/v1/auth/passkey', { body })
  },
  'GET /api/v1/users/me/passkeys': async () => {
    const { access_token: token } = await withPasskey()
    return () => service.call('GET /api/v1/users/me/passkeys', { token })
  },
  'POST /api/v1/users/me/passkeys/options': async () => {
    const { access_token: token } = await registerVerified()
    return () => service.call('POST /api/v1/users/me/passkeys/options', { token })
  },
  'POST /api/v1/users/me/passkeys': async () => {
    const { access_token: token } = await registerVerified()
    const body = await newPasskey(service, token)
    return () => service.call('POST /api/v1/users/me/passkeys', { token, body })
  },
  'POST /api/v1/users/me/passkeys/prove': async () => {
    const { access_token: token, authenticator } = await withPasskey()
    const body = await passkeySignIn(service, authenticator)
    return () => service.call('POST /api/v1/users/me/passkeys/prove', { token, body })
  },
  'PUT /api/v1/users/me/passkeys/{id}': async () => {
    const { access_token: token, passkey } = await withPasskey()
    const path = `/api/v1/users/me/passkeys/${passkey.id}`
    return () => service.call(`PUT ${path}`, { token, body: { name: 'Old phone' } })
  },
  'DELETE /api/v1/users/me/passkeys/{id}': async () => {
    const { access_token: token, passkey } = await withPasskey()
    return () => service.call(`DELETE /api/v1/users/me/passkeys/${passkey.id}`, { token })
  },
  'POST /api/v1/users/me/second-factor': async () => {
    const { access_token: token } = await registerVerified()
    return () => service.call('POST /api/v1/users/me/second-factor', { token })
  },
  'POST /api/v1/users/me/second-factor/recovery-codes': async () => {
    const { access_token: token } = await registerVerified()
    const { secret } = (await service.call('POST /api/v1/users/me/second-factor', { token })).body
    const body = { code: codeAt(secret, service.clock.now) }
    return () => service.call('POST /api/v1/users/me/second-factor/recovery-codes', { token, body })
  },
  'POST /api/v1/users/me/second-factor/recovery-codes, again': toOwnFactor('recovery-codes'),
  'POST /api/v1/users/me/second-factor/prove': toOwnFactor('prove'),
  'POST /api/v1/users/me/second-factor/end': toOwnFactor('end'),
  'DELETE /api/v1/users/{id}/second-factor': async () => {
    const { body } = await invite()
    const code = await codeFor(service, 'invitation', body.email)
    const joined = (await service.call('POST /auth/email/accept-invitation', { body: { code, password } })).body
    await addSecondFactor(service, joined.access_token)
    return () => service.call(`DELETE /api/v1/users/${body.id}/second-factor`, as())
  },
  'POST /api/v1/auth/refresh': async () => {
    const { refresh_token } = await register()
    return () => service.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
  },
  'POST /api/v1/auth/logout': async () => {
    const { refresh_token } = await register()
    return () => service.call('POST /api/v1/auth/logout', { body: { refresh_token } })
  },
  'GET /api/v1/auth/oauth/providers': async () => () => service.call(`GET ${oauthPath}/providers`),
  'GET /api/v1/auth/oauth/{provider}': async () => () => service.call(`GET ${oauthPath}/google`),
  'GET /api/v1/auth/oauth/{provider}/callback': comesBack('google', (who) => signIns.signIn(who, 'google')),
  'GET /api/v1/auth/oauth/{provider}/callback, new here': comesBack('google', noPreparation),
  'GET /api/v1/auth/oauth/{provider}/callback, of an account': comesBack('google', ({ email }) =>
    registerVerified(email),
  ),
  'GET /api/v1/auth/oauth/{provider}/callback, of an unverified account': comesBack('google', ({ email }) =>
    register(email),
  ),
  'GET /api/v1/auth/oauth/custom/{custom_provider}': async () => () =>
    service.call(`GET ${oauthPath}/custom/one`),
  'GET /api/v1/auth/oauth/custom/{name}/callback': comesBack('custom/one', (who) => signIns.signIn(who)),
  'POST /auth/email/send-verification': async () => () => ask('send-verification'),
  'POST /auth/email/send-reset-password': async () => () => ask('send-reset-password'),
  'POST /auth/email/verify': async () => {
    const email = `costs-${randomUUID()}@example.com`
    await service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Costs' } })
    await ask('send-verification', email)
    const code = await codeFor(service, 'verification', email)
    return () => service.call('POST /auth/email/verify', { body: { email, code } })
  },
  'POST /auth/email/reset-password': async () => {
    const email = `costs-${randomUUID()}@example.com`
    await service.call('POST /api/v1/auth/register', { body: { email, password, tenant_name: 'Costs' } })
    await ask('send-reset-password', email)
    const code = await codeFor(service, 'reset', email)
    const body = { email, code, new_password: 'quite another password' }
    return () => service.call('POST /auth/email/reset-password', { body })
  },
  'POST /auth/email/accept-invitation': async () => {
    const { email } = (await invite()).body
    const code = await codeFor(service, 'invitation', email)
    return () => service.call('POST /auth/email/accept-invitation', { body: { code, password } })
  },
  // The cost grows with the users of the company, so it is one of its own.
  'GET /api/v1/users/{id}/grants': async () => {
    const { access_token: token, user } = await registerVerified()
    return () => service.call(`GET /api/v1/users/${user.id}/grants`, { token })
  },
  'POST /api/v1/users/{id}/grants/end': async () => {
    const body = { name: 'Web shop', scopes: ['shipments:read'] }
    const key = (await service.call('POST /api/v1/api-keys', as({ body }))).body
    return () =>
      service.call(`POST /api/v1/users/${account.user.id}/grants/end`, as({ body: { ids: [key.id] } }))
  },
  'DELETE /api/v1/users/{id}/sessions/{session_id}': async () => {
    const { user, access_token: token } = await registerVerified()
    const path = `/api/v1/users/${user.id}/sessions`
    await service.call('POST /api/v1/auth/login', { body: { email: user.email, password } })
    const [latest] = (await service.call(`GET ${path}`, { token })).body
    return () => service.call(`DELETE ${path}/${latest.id}`, { token })
  },
  'GET /api/v1/users/me/sign-ins': async () => {
    const { access_token: token } = await register()
    return () => service.call('GET /api/v1/users/me/sign-ins', { token })
  },
  'PUT /api/v1/users/me': async () => {
    const { access_token: token } = await register()
    return () => service.call('PUT /api/v1/users/me', { token, body: { name: 'Nino Beridze' } })
  },
  'DELETE /api/v1/users/me': async () => {
    const { email } = (await invite()).body
    const code = await codeFor(service, 'invitation', email)
    const { body } = await service.call('POST /auth/email/accept-invitation', { body: { code, password } })
    return () => service.call('DELETE /api/v1/users/me', { token: body.access_token })
  },
  'GET /api/v1/users/me/sessions': async () => () =>
    service.call('GET /api/v1/users/me/sessions?limit=1', as()),
  'DELETE /api/v1/users/me/sessions': async () => {
    const { access_token: token } = await register()
    return () => service.call('DELETE /api/v1/users/me/sessions', { token })
  },
  'DELETE /api/v1/users/me/sessions/{id}': async () => {
    const { access_token: token } = await register()
    const [{ id }] = (await service.call('GET /api/v1/users/me/sessions', { token })).body
    return () => service.call(`DELETE /api/v1/users/me/sessions/${id}`, { token })
  },
  'PUT /api/v1/settings': async () => {
    const put = (require: string[]) =>
      service.call('PUT /api/v1/settings', { ...as(), body: { handover: { require } } })
    await put(['photo'])
    return () => put([])
  },
  'GET /asyncapi.json': async () => () => service.call('GET /asyncapi.json'),
  'GET /api/v1/events': async () => {
    await twoEvents()
    return () => service.call('GET /api/v1/events?limit=1', as())
  },
  'GET /api/v1/events, after an event': async () => {
    const { id } = await twoEvents()
    return () => service.call(`GET /api/v1/events?limit=1&after=${id}`, as())
  },
  'GET /api/v1/webhooks': async () => () => service.call('GET /api/v1/webhooks?limit=1', as()),
  'POST /api/v1/webhooks': async () => {
    const { access_token: token } = await registerVerified()
    return () => service.call('POST /api/v1/webhooks', { token, body: { url: nowhere() } })
  },
  'GET /api/v1/webhooks/{id}': toWebhook('GET'),
  'PUT /api/v1/webhooks/{id}': toWebhook('PUT', '', { description: 'Ours' }),
  'PUT /api/v1/webhooks/{id}, off': toWebhook('PUT', '', { status: 'DISABLED' }),
  'DELETE /api/v1/webhooks/{id}': toWebhook('DELETE'),
  'POST /api/v1/webhooks/{id}/rotate-secret': toWebhook('POST', '/rotate-secret'),
  'POST /api/v1/webhooks/{id}/verify': toWebhook('POST', '/verify'),
  'POST /api/v1/webhooks/{id}/test': toWebhook('POST', '/test'),
  'GET /api/v1/webhooks/{id}/deliveries': toWebhook('GET', '/deliveries?limit=1'),
  'GET /api/v1/webhooks/{id}/deliveries/{delivery_id}': toWebhook(
    'GET',
    '/deliveries/{delivery_id}',
    undefined,
    true,
  ),
  'POST /api/v1/webhooks/{id}/deliveries/{delivery_id}/replay': toWebhook(
    ...(['POST', '/deliveries/{delivery_id}/replay', undefined, true] as const),
  ),
}
