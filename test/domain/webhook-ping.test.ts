import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { pendingHook, taker, webhooksInMemory, type Received } from '../support/webhooks/webhooks.ts'

// A URL gets events only after it has answered a ping, so that a webhook cannot be pointed at a third party.

let company: Awaited<ReturnType<typeof webhooksInMemory>>
beforeEach(async () => {
  company = await webhooksInMemory()
})

/** A receiver that answers pings with `status`, which a test may change. */
async function receiver(status: number) {
  const answers = { status }
  const server = await taker((response) => void response.writeHead(answers.status).end(), { pings: true })
  const types = () => server.received.map(({ event }) => event.type)
  return { ...server, answers, types }
}
const numbers = (received: readonly Received[]) => received.flatMap(({ event }) => event.number ?? [])
const change = (id: string, body: object) => company.send(`PUT /api/v1/webhooks/${id}`, { body })

describe('a PENDING webhook', () => {
  test('gets signed pings by the schedule of retries, and no events', async () => {
    const { types, received, url } = await receiver(404)
    const { id, secret } = await pendingHook(company, url)
    await company.publish(3)
    await company.serve(id)
    for (const seconds of [4.999, 0.001, 299.999, 0.001]) {
      company.pass(seconds)
      await company.publish()
      await company.serve(id)
    }
    expect(types()).toEqual(['webhook.ping', 'webhook.ping', 'webhook.ping'])
    const { raw, headers } = received[0]!
    expect(new Webhook(secret).verify(raw, headers)).toMatchObject({ data: { webhook_id: id } })
    expect(company.wakeUps.map((at) => (at.getTime() - company.clock.now.getTime()) / 1000)).toEqual([
      -300, 0, 1800,
    ])
    expect(await company.read(id)).toMatchObject({ status: 'PENDING' })
    const [ping] = (await company.send(`GET /api/v1/webhooks/${id}/deliveries`)).body
    expect(ping).toMatchObject({
      status: 'PENDING',
      attempts: [{ status: 404 }, { status: 404 }, { status: 404 }],
    })
  })

  test('is ENABLED by a ping that is answered with 2xx, and gets all events since its creation', async () => {
    const { answers, received, url } = await receiver(503)
    await company.publish(2)
    const { id } = await pendingHook(company, url)
    await company.publish(3)
    await company.serve(id)
    answers.status = 204
    company.pass(5)
    await company.serve(id)
    expect(await company.read(id)).toMatchObject({ status: 'ENABLED' })
    expect(numbers(received)).toEqual([3, 4, 5])
  })

  test('can be pinged again at once by a test, but cannot replay events', async () => {
    const { answers, types, url } = await receiver(200)
    const { id } = await pendingHook(company, url)
    await company.publish()
    await company.serve(id)
    const [{ id: delivery }] = await company.deliveries(id)
    answers.status = 500
    await change(id, { status: 'DISABLED' })
    await change(id, { status: 'ENABLED' })
    const replayed = await company.send(`POST /api/v1/webhooks/${id}/deliveries/${delivery}/replay`)
    expect([replayed.status, replayed.body.detail]).toEqual([409, expect.stringContaining('answers a ping')])
    await company.serve(id)
    answers.status = 200
    const tested = await company.send(`POST /api/v1/webhooks/${id}/test`)
    expect(tested.body.event.type).toBe('webhook.ping')
    await company.serve(id)
    expect(await company.read(id)).toMatchObject({ status: 'ENABLED' })
    expect(types().slice(2)).toEqual(['webhook.ping', 'webhook.ping'])
  })

  test.each([
    [410, 'gone', 1],
    [500, 'failing', 10],
  ])('whose receiver always answers %s is DISABLED as %s after %s pings', async (status, reason, pings) => {
    const { types, url } = await receiver(status)
    const { id } = await pendingHook(company, url)
    await company.publish()
    for (let n = 0; n < 12; n++) {
      await company.serve(id)
      company.pass(86_400)
    }
    expect(await company.read(id)).toMatchObject({ status: 'DISABLED', disabled_reason: reason })
    expect(types()).toEqual(Array.from({ length: pings }, () => 'webhook.ping'))
  })
})

describe('a webhook needs another ping', () => {
  test('when its URL is changed; retries of events wait for it too', async () => {
    const [first, second] = [await receiver(200), await receiver(500)]
    const { id } = await pendingHook(company, first.url)
    await company.serve(id)
    company.pass(1)
    first.answers.status = 500
    await company.publish(2)
    await company.serve(id)
    expect((await change(id, { url: second.url })).body).toMatchObject({ status: 'PENDING' })
    await company.serve(id)
    company.pass(5)
    await company.serve(id)
    expect([second.types(), numbers(first.received)]).toEqual([['webhook.ping', 'webhook.ping'], [1]])
    second.answers.status = 200
    company.pass(300)
    await company.serve(id)
    expect(numbers(second.received)).toEqual([1, 2])
  })

  test('to its new URL, if the former URL answers while it is changed', async () => {
    let answer: () => void = () => undefined
    const former = await taker((response) => void (answer = () => void response.end()), { pings: true })
    const present = await receiver(500)
    const { id } = await pendingHook(company, former.url)
    await company.publish()
    const serving = company.serve(id)
    await former.until((received) => expect(received).toHaveLength(1))
    await change(id, { url: present.url })
    answer()
    await serving
    expect(await company.read(id)).toMatchObject({ status: 'PENDING' })
    expect(numbers(present.received)).toEqual([])
  })

  test('when it is enabled again, but not for another change', async () => {
    const { answers, types, url } = await receiver(200)
    const { id } = await pendingHook(company, url)
    await company.serve(id)
    expect((await change(id, { description: 'Ours', url, status: 'ENABLED' })).body).toMatchObject({
      status: 'ENABLED',
    })
    expect((await change(id, { status: 'DISABLED' })).body).toMatchObject({ status: 'DISABLED' })
    answers.status = 500
    expect((await change(id, { status: 'ENABLED' })).body).toMatchObject({ status: 'PENDING' })
    await company.serve(id)
    expect(types()).toEqual(['webhook.ping', 'webhook.ping'])
  })
})

test('a company can cause sixty pings and test events an hour', async () => {
  const { id } = await pendingHook(company, 'https://hooks.example/0')
  const statuses: number[] = []
  for (let n = 1; n < 30; n++) statuses.push((await change(id, { url: `https://hooks.example/${n}` })).status)
  for (let n = 0; n < 31; n++) statuses.push((await company.send(`POST /api/v1/webhooks/${id}/test`)).status)
  expect(statuses).toEqual([...Array(29).fill(200), ...Array(30).fill(201), 429])
  expect((await change(id, { url: 'https://hooks.example/other' })).status).toBe(429)
  expect((await change(id, { description: 'No ping is needed' })).status).toBe(200)
  company.pass(3600)
  expect((await change(id, { url: 'https://hooks.example/other' })).status).toBe(200)
})
