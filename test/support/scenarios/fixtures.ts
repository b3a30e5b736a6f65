import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type * as z from 'zod'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { NewCourier } from '../../../shared/domain/couriers/record.ts'
import { NewFlight } from '../../../shared/domain/flights/record.ts'
import { NewPackage } from '../../../shared/domain/packages/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import type { Answer } from '../api/answer.ts'
import { codeFor } from '../mail/codes.ts'
import { path as oauthPath, newIdentity } from '../oauth/sign-in.ts'
import { exampleOf, password } from '../api/tenant.ts'
import { nowhere } from '../webhooks/webhooks.ts'
import type { Lane } from './lane.ts'
import { waitFor } from '../suite/wait.ts'

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
  const message = async (purpose: 'verification' | 'reset', path: string) => {
    const { email } = await registered()
    const posted = () => lane.outboxMessages.filter(({ occasion, to }) => occasion === purpose && to === email)
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
  const people = async () => {
    const { access_token: token, refresh_token } = await verified()
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    const body = { email: `invited-${randomUUID()}@example.com`, role: 'operator' }
    const invited = (await send('POST /api/v1/users', body)).body.id as string
    return { send, refresh_token, invited, email: body.email }
  }
  /** The same, with a user who has accepted and is signed in. */
  const members = async () => {
    const { send, email } = await people()
    const code = await codeFor(lane.emails(), 'invitation', email)
    return { send, joined: (await anyone('/auth/email/accept-invitation', { code, password })).body }
  }
  /** A shipment with one package, and functions that read its counters and events. */
  const parcel = async (status?: string, fields: Partial<z.input<typeof NewShipment>> = {}) => {
    const { access_token: token } = await registered()
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    const shipment = (await send('POST /api/v1/shipments', { ...exampleOf(NewShipment), ...fields })).body
    const contents = `/api/v1/shipments/${shipment.id}/packages`
    const one = (await send(`POST ${contents}`, exampleOf(NewPackage))).body
    if (status) await send(`PUT /api/v1/packages/${one.id}`, { status })
    const counted = async () => {
      const { status, packages_count, delivered_count } = (await send(`GET /api/v1/shipments/${shipment.id}`))
        .body
      return [status, packages_count, delivered_count]
    }
    const events = async () =>
      (await send(`GET /api/v1/packages/${one.id}/events`)).body.map((event: any) => event.event_type)
    return { send, shipment, contents, one, counted, events }
  }
  /** A bag with a courier and a flight of 60 kg, and a package, which is in the bag if `within`. */
  const packed = async (within = true) => {
    const { send, ...rest } = await parcel()
    const create = async (path: string, body: object) =>
      (await send(`POST /api/v1/${path}`, body)).body.id as string
    const bag = `/api/v1/bags/${await create('bags', exampleOf(NewBag))}`
    const assignment = {
      courier_id: await create('couriers', exampleOf(NewCourier)),
      flight_id: await create('flights', exampleOf(NewFlight)),
    }
    await send(`POST ${bag}/assign-courier`, assignment)
    if (within) await send(`POST ${bag}/packages/${rest.one.id}`)
    return { send, ...rest, bag, assignment, flight: `/api/v1/flights/${assignment.flight_id}` }
  }

  /** A package in a bag that has departed, and a function that opens its unloading in one warehouse. */
  const unloading = async () => {
    const { send, bag, flight, ...rest } = await packed()
    await send(`PUT ${bag}/seal`)
    await send(`PUT ${bag}`, { status: 'IN_TRANSIT' })
    const at = `/api/v1/warehouse/${randomUUID()}/unloadings`
    const opens = (fields: object) => send(`POST ${at}`, { bag_id: bag.split('/').at(-1), ...fields })
    return { send, bag, flight, opens, ...rest }
  }

  /** A new flight. */
  const flight = async () => {
    const { access_token: token } = await registered()
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    const { body } = await send('POST /api/v1/flights', exampleOf(NewFlight))
    return { send, flight: body, at: `/api/v1/flights/${body.id}` }
  }
  const listed = async (token: string) => (await lane.call('GET /api/v1/shipments', { token })).body

  /** Creates a record, and returns functions that change and read it. */
  const existing = async (noun: string, example: Record<string, unknown>, account = registered) => {
    const { access_token: token } = await account()
    const send = (key: string, body?: object) => lane.call(key, { token, ...(body && { body }) })
    const { body } = await send(`POST /api/v1/${noun}`, example)
    const path = `/api/v1/${noun}/${body.id}`
    const read = async (of = '') => (await send(`GET ${path}${of}`)).body
    return { send, path, read }
  }
  const courier = () => existing('couriers', exampleOf(NewCourier))
  /** A scenario that creates the first record of its kind in a tenant. */
  const creation = async (noun: string, body: Record<string, unknown>) => {
    const { access_token: token } = await registered()
    return {
      act: () => lane.call(`POST /api/v1/${noun}`, { token, body }),
      after: async (answer: Answer) =>
        expect((await lane.call(`GET /api/v1/${noun}`, { token })).body).toEqual([answer.body]),
    }
  }

  const webhook = () => existing('webhooks', { url: nowhere }, verified)
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
    registration,
    registered,
    verified,
    refreshed,
    anyone,
    mailed,
    message,
    people,
    members,
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
