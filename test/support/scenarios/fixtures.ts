import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type * as z from 'zod'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import type { NewShipment } from '../../../shared/domain/shipments/record.ts'
import type { Answer } from '../api/answer.ts'
import { codeFor } from '../mail/codes.ts'
import { addPasskey } from '../auth/passkeys.ts'
import { addSecondFactor, requireFactor } from '../auth/second-factor.ts'
import { path as oauthPath, newIdentity } from '../oauth/sign-in.ts'
import { bookParcel, packParcel, sendParcel } from '../api/parcel.ts'
import { change, exampleOf, password, schedule, type Tenant } from '../api/tenant.ts'
import { nowhere } from '../webhooks/webhooks.ts'
import type { Lane } from './lane.ts'
import { waitFor } from '../suite/wait.ts'

type Parcel = Awaited<ReturnType<typeof bookParcel>>

/** Functions that set up the state for a writing request. */
export function fixturesOn(lane: Lane) {
  const registration = () => ({
    email: `lost-${randomUUID()}@example.com`,
    password,
    tenant_name: 'Lost & Found',
  })
  const registered = async () => {
    const body = registration()
    return { ...body, ...(await lane.call('POST /api/v1/auth/register', { body })).body }
  }
  const refreshed = (refresh_token: string) =>
    lane.call('POST /api/v1/auth/refresh', { body: { refresh_token } })
  const anyone = (path: string, body: object) => lane.call(`POST ${path}`, { body })
  /** The code of a requested e-mail. */
  const mailed = async (purpose: 'verification' | 'reset', path: string, email: string) => {
    await anyone(`/auth/email/${path}`, { email })
    return codeFor(lane.emails(), purpose, email)
  }
  /** An account whose address is verified. */
  const verified = async () => {
    const account = await registered()
    const { email, access_token: token } = account
    const code = await mailed('verification', 'send-verification', email)
    expect((await lane.call('POST /auth/email/verify', { body: { email, code }, token })).status).toBe(200)
    return account
  }
  /** The letters about an occasion to an address. */
  const letters = (about: string, address: string) =>
    lane.outboxMessages.filter(({ occasion, to }) => occasion === about && to === address)
  const message = async (purpose: 'verification' | 'reset', path: string) => {
    const { email } = await registered()
    const posted = () => letters(purpose, email)
    const act = () => anyone(`/auth/email/${path}`, { email })
    return {
      act,
      after: async (_: Answer, again: boolean) => {
        // If a function dies between counting the request and writing the message, no e-mail is sent. A repetition of the
        // request after a minute sends it.
        if (again && posted().length === 0) {
          lane.pass(61)
          await act()
        }
        expect(posted()).toHaveLength(1)
        expect(await codeFor(lane.emails(), purpose, email)).toBeDefined()
      },
    }
  }
  /** A manager and an invited user. */
  const people = async (role = 'operator') => {
    const { access_token: token, refresh_token } = await verified()
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    const body = { email: `invited-${randomUUID()}@example.com`, role }
    const invited = (await send('POST /api/v1/users', body)).body.id as string
    return { send, refresh_token, invited, email: body.email }
  }
  /** Adds an authenticator app. Returns its secret. */
  const addApp = async (token: string) => (await addSecondFactor(lane, token)).secret
  /** A manager whose sign-ins need a code. */
  const protectedAccount = async () => {
    const account = await verified()
    const token = account.access_token
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    return { ...account, send, secret: await addApp(token) }
  }
  /** The same, with a user who has accepted and is signed in. */
  const members = async (role?: string) => {
    const { send, email } = await people(role)
    const code = await codeFor(lane.emails(), 'invitation', email)
    return { send, joined: (await anyone('/auth/email/accept-invitation', { code, password })).body }
  }
  /** A manager with a passkey. */
  const withPasskey = async () => {
    const account = await verified()
    return { ...account, ...(await addPasskey(lane, account.access_token)) }
  }
  /** The ticket of a user without an app in a company that requires one of all. */
  const ticketToEnrol = async () => {
    const { send, access_token } = await protectedAccount()
    await requireFactor(lane, access_token)
    const email = `invited-${randomUUID()}@example.com`
    await send('POST /api/v1/users', { email, role: 'operator' })
    const code = await codeFor(lane.emails(), 'invitation', email)
    const { body } = await anyone('/auth/email/accept-invitation', { code, password })
    return { email, ticket: body.params.ticket as string }
  }
  /** A new company, and `send`, which calls the API as its manager. */
  const company = async (account = registered) => {
    const { access_token: token } = await account()
    const tenant: Pick<Tenant, 'call' | 'send'> = {
      call: (key, options) => lane.call(key, options),
      send: (key, options) => lane.call(key, { token, ...options }),
    }
    return { tenant, send: (key: string, body?: object) => tenant.send(key, body && { body }) }
  }
  /** Functions that read a parcel's counters and events. */
  const readers = ({ send }: Awaited<ReturnType<typeof company>>, { shipment, one }: Parcel) => ({
    contents: `/api/v1/shipments/${shipment.id}/packages`,
    counted: async () => {
      const { body } = await send(`GET /api/v1/shipments/${shipment.id}`)
      return [body.status, body.packages_count, body.delivered_count]
    },
    events: async () =>
      (await send(`GET /api/v1/packages/${one.id}/events`)).body.map((event: any) => event.event_type),
  })
  /** A shipment with one package. */
  const parcel = async (
    status?: string,
    fields: Partial<z.input<typeof NewShipment>> = {},
    account = registered,
  ) => {
    const user = await company(account)
    const booked = await bookParcel(user.tenant, fields)
    if (status) await change(user.tenant, `PUT /api/v1/packages/${booked.one.id}`, { status })
    return { send: user.send, ...booked, ...readers(user, booked) }
  }
  /** A bag with a courier and a flight of 60 kg, and a package, which is in the bag if `within`. */
  const packed = async (within = true) => {
    const user = await company()
    const parcel = await packParcel(user.tenant, within)
    return { send: user.send, ...parcel, ...readers(user, parcel) }
  }

  /** A package in a bag that has departed, and a function that opens its unloading in one warehouse. */
  const unloading = async () => {
    const user = await company()
    const parcel = await sendParcel(user.tenant)
    const at = `/api/v1/warehouse/${randomUUID()}/unloadings`
    const opens = (fields: object) =>
      user.send(`POST ${at}`, { bag_id: parcel.bag.split('/').at(-1), ...fields })
    return { send: user.send, ...parcel, ...readers(user, parcel), opens }
  }

  /** A new flight. */
  const flight = async () => {
    const { tenant, send } = await company()
    const flight = await schedule(tenant)
    return { send, flight, at: `/api/v1/flights/${flight.id}` }
  }
  const listed = async (token: string) => (await lane.call('GET /api/v1/shipments', { token })).body

  /** Creates a record, and returns functions that change and read it. */
  const existing = async (noun: string, example: Record<string, unknown>, account = registered) => {
    const { send } = await company(account)
    const { body } = await send(`POST /api/v1/${noun}`, example)
    const path = `/api/v1/${noun}/${body.id}`
    const read = async (of = '') => (await send(`GET ${path}${of}`)).body
    return { send, path, read }
  }
  const courier = () => existing('couriers', exampleOf(NewCourier))
  /** A scenario that creates the first record of its kind in a tenant. */
  /** The creation of a record. `masked`: what its list shows otherwise than the response. */
  const creation = async (noun: string, body: Record<string, unknown>, masked: object = {}) => {
    const { access_token: token } = await registered()
    return {
      act: () => lane.call(`POST /api/v1/${noun}`, { token, body }),
      after: async (answer: Answer) =>
        expect((await lane.call(`GET /api/v1/${noun}`, { token })).body).toEqual([
          { ...answer.body, ...masked },
        ]),
    }
  }

  const webhook = () => existing('webhooks', { url: nowhere() }, verified)
  /** A webhook with one failed delivery. */
  const failedDelivery = async () => {
    const { send, path, read } = await webhook()
    const { id } = (await send(`POST ${path}/test`)).body
    const of = `/deliveries/${id}`
    await waitFor(async () => expect((await read(of)).attempts).toHaveLength(1))
    return { send, path, read, delivery: of }
  }

  /** A scenario that starts a sign-in. Afterwards, an authorization code works once. */
  const signInStart = (name: string) => async () => ({
    act: () => lane.call(`GET ${oauthPath}/${name}`),
    after: async ({ body: { authorization_url, state } }: Answer) => {
      const nonce = new URL(authorization_url).searchParams.get('nonce')
      const code = lane.identities.code({ nonce, ...newIdentity() })
      const finished = [await lane.finish({ state, code }, name), await lane.finish({ state, code }, name)]
      expect(finished.map(({ status }) => status)).toEqual([200, 400])
    },
  })
  /** A scenario that completes a sign-in. */
  const signInCallback = (name: string) => async () => {
    const who = newIdentity()
    const { state, nonce } = await lane.beginSignIn(name)
    return {
      act: () => lane.finish({ state, code: lane.identities.code({ nonce, ...who }) }, name),
      after: async (answer: Answer) => {
        const { user } = (await lane.signIn(who, name)).body
        expect((await lane.signIn(who, name)).body.user).toEqual(user)
        if (answer.status !== 200) return
        expect((await refreshed(answer.body.refresh_token)).status).toBe(200)
        expect(user).toEqual(answer.body.user)
      },
    }
  }

  return {
    company,
    registration,
    registered,
    verified,
    refreshed,
    anyone,
    mailed,
    message,
    people,
    members,
    addApp,
    letters,
    protectedAccount,
    ticketToEnrol,
    withPasskey,
    parcel,
    packed,
    unloading,
    flight,
    listed,
    existing,
    courier,
    creation,
    webhook,
    failedDelivery,
    signInStart,
    signInCallback,
  }
}
export type Fixtures = ReturnType<typeof fixturesOn>
