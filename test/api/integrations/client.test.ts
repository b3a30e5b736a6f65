import { expect, inject, test } from 'vitest'
import { courierClient } from '../../../shared/client/client.ts'
import { CourierError, unwrap } from '../../../shared/client/http/errors.ts'
import { newTenant } from '../../support/api/tenant.ts'
import { createKey } from '../../support/integrations/api-keys.ts'

const baseUrl = inject('url')

/** A client of an API key, whose first `refused` tokens the service refuses. Records what it sends. */
async function clientOfKey({ refused = 0, secret = '' } = {}) {
  const key = await createKey(await newTenant())
  const paths: string[] = []
  let spoilt = refused
  const courier = courierClient({
    baseUrl,
    clientId: key.client_id,
    clientSecret: secret || key.secret,
    fetch: async (request) => {
      paths.push(new URL(request.url).pathname)
      const response = await fetch(request)
      if (!request.url.endsWith('/auth/token') || spoilt-- <= 0) return response
      const { access_token, ...rest } = (await response.json()) as { access_token: string }
      return Response.json({ ...rest, access_token: `${access_token}x` })
    },
  })
  return { courier, paths }
}
const shipments = '/api/v1/shipments'
const token = '/api/v1/auth/token'

test('a client of an API key gets one token for requests at the same time, and keeps it', async () => {
  const { courier, paths } = await clientOfKey()
  await Promise.all([unwrap(courier.GET(shipments)), unwrap(courier.GET(shipments))])
  await unwrap(courier.GET(shipments))
  expect(paths).toEqual([token, shipments, shipments, shipments])
})

test('a client of an API key gets another token when the service refuses one', async () => {
  const { courier, paths } = await clientOfKey({ refused: 1 })
  await unwrap(courier.GET(shipments))
  expect(paths).toEqual([token, shipments, token, shipments])
})

test('a client with a wrong secret says so', async () => {
  const { courier } = await clientOfKey({ secret: 'courier_sk_wrong' })
  const error = await courier.GET(shipments).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(CourierError)
  expect(error).toMatchObject({ status: 401, detail: 'Unknown API key, or wrong secret' })
})
