import { randomUUID } from 'node:crypto'
import type { Route } from '../../../shared/http/routing/route.ts'
import { caller } from '../api/client.ts'
import { invite, password, verifyManager, type Tenant } from '../api/tenant.ts'
import { inProcess } from '../in-process/service.ts'
import { createKey } from '../integrations/api-keys.ts'
import { codeFor } from '../mail/codes.ts'
import { arrivingCode } from '../mail/mailbox.ts'
import { begin, follow } from '../oauth/sign-in.ts'
import { addPasskey, passkeySignIn } from '../auth/passkeys.ts'
import { nextCode } from '../auth/second-factor.ts'
import { addApp, bodyOf, filled, idsOf, ticketToEnrol } from './records.ts'

/**
 * The request of a route's documented example, with the ids and codes of the tenant's records, which it creates: its key
 * and the values of its path's parameters, and its JSON body.
 */
export async function exampleRequest(route: Route, tenant: Tenant, example: object | undefined) {
  const params = await idsOf(route, tenant)
  const key = filled(route, params) + ((await callbackQueries[route.key]?.()) ?? '')
  const { body } = await bodyOf(route, tenant, params)
  return { key, params, body: body && { ...example, ...body, ...(await tenantFields[route.key]?.(tenant)) } }
}

/** Requests a code and returns it with its address. */
const requestCode = async (email: string, occasion: 'verification' | 'reset', path: string) => {
  const service = inProcess()
  await service.call(`POST /auth/email/${path}`, { body: { email } })
  return { email, code: await codeFor(service, occasion, email) }
}
/** Fields that depend on the tenant, and replace those of the examples. */
const tenantFields: Record<string, (tenant: Tenant) => object | Promise<object>> = {
  'POST /api/v1/auth/register': () => ({ email: `reader-${randomUUID()}@example.com` }),
  'POST /api/v1/auth/login': ({ email }) => ({ email, password }),
  'POST /api/v1/auth/refresh': ({ refresh_token }) => ({ refresh_token }),
  'POST /api/v1/auth/logout': ({ refresh_token }) => ({ refresh_token }),
  'POST /api/v1/auth/token': async (tenant) => {
    const { client_id, secret } = await createKey(tenant)
    return { client_id, client_secret: secret }
  },
  'POST /api/v1/auth/second-factor': async (tenant) => {
    const code = await addApp(tenant)
    const { body } = await tenant.call('POST /api/v1/auth/login', { body: { email: tenant.email, password } })
    return { ticket: body.params.ticket, code }
  },
  'POST /api/v1/auth/second-factor/enrolment': async (tenant) => ({
    ticket: (await ticketToEnrol(tenant)).ticket,
  }),
  'POST /api/v1/auth/second-factor/enrolment/confirm': async (tenant) => {
    const { ticket } = await ticketToEnrol(tenant)
    const begun = await tenant.call('POST /api/v1/auth/second-factor/enrolment', { body: { ticket } })
    return { ticket, code: nextCode(begun.body.secret) }
  },
  'POST /api/v1/auth/passkey': async (tenant) => {
    await verifyManager(tenant)
    return passkeySignIn(tenant, (await addPasskey(tenant, tenant.token)).authenticator)
  },
  'POST /auth/email/verify': ({ email }) => requestCode(email, 'verification', 'send-verification'),
  'POST /auth/email/reset-password': ({ email }) => requestCode(email, 'reset', 'send-reset-password'),
  'POST /auth/email/accept-invitation': async (tenant) => {
    const { email } = await invite(tenant)
    return { code: await arrivingCode(email) }
  },
  'POST /api/v1/api-keys': (tenant) => verifyManager(tenant).then(() => ({})),
  'POST /api/v1/users': (tenant) => verifyManager(tenant).then(() => ({})),
  'POST /api/v1/webhooks': (tenant) => verifyManager(tenant).then(() => ({})),
}

/** The query with which an identity provider redirects people to the callback. */
const callbackQueries: Record<string, () => Promise<string>> = {
  'GET /api/v1/auth/oauth/custom/{name}/callback': async () => {
    // A new account: that of an address which other tests use has their sign-ins in its audit log.
    const { url } = await begin(caller(), 'custom/local', `?login_hint=reader-${randomUUID()}@example.com`)
    return new URL(await follow(url), url).search
  },
}
