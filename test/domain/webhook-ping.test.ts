import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { pendingHook, taker, webhooksInMemory, type Received } from '../support/webhooks/webhooks.ts'

// A URL gets events only after it has confirmed a ping, so that a webhook cannot be pointed at a third party.

let company: Awaited<ReturnType<typeof webhooksInMemory>>
beforeEach(async () => {
  company = await webhooksInMemory()
})

/** A receiver that answers pings with their challenge and `status`, which a test may change. */
async function receiver(status: number) {
  const answers = { status }
  const server = await taker(
    (response, { event }) => void response.writeHead(answers.status).end(event.data.challenge),
    { pings: true },
  )
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

  test('is ENABLED by a ping that is answered with its challenge, and gets all events since its creation', async () => {
    const { answers, received, url } = await receiver(503)
    await company.publish(2)
    const { id } = await pendingHook(company, url)
    await company.publish(3)
    await company.serve(id)
    answers.status = 200
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
    expect([replayed.status, replayed.body.detail]).toEqual([409, expect.stringContaining('confirms a ping')])
    await company.serve(id)
    answers.status = 200
    const tested = await company.send(`POST /api/v1/webhooks/${id}/test`)
    expect(tested.body.event.type).toBe('webhook.ping')
    await company.serve(id)
    expect(await company.read(id)).toMatchObject({ status: 'ENABLED' })
    expect(types().slice(2)).toEqual(['webhook.ping', 'webhook.ping'])
  })

  const silent = { pings: true }
  test.each<[string, (challenge: string) => string, object, boolean]>([
    ['the challenge as text', (challenge) => `${challenge}\n`, silent, true],
    ['the challenge as JSON', (challenge) => JSON.stringify({ challenge }), silent, true],
    ['the allowed origin, to OPTIONS', () => '', { ...silent, allowedOrigin: 'asking' }, true],
    ['any allowed origin, to OPTIONS', () => '', { ...silent, allowedOrigin: '*' }, true],
    ['another origin, to OPTIONS', () => '', { ...silent, allowedOrigin: 'elsewhere.example' }, false],
    ['nothing', () => '', silent, false],
    ['a long page', () => 'x'.repeat(2_000_000), silent, false],
  ])('whose URL answers %s is confirmed or not', async (_, answer, options, isConfirmed) => {
    const server = await taker(
      (response, { event }) => void response.end(answer(event.data.challenge)),
      options,
    )
    const { id } = await pendingHook(company, server.url)
    await company.publish(3)
    await company.serve(id)
    expect(numbers(server.received)).toEqual(isConfirmed ? [1, 2, 3] : [])
    expect(await company.read(id)).toMatchObject(
      isConfirmed
        ? { status: 'ENABLED', pending_reason: null, next_step: null }
        : { status: 'PENDING', pending_reason: 'unconfirmed', next_step: expect.stringContaining('/verify') },
    )
  })

  test('is not confirmed by a server that returns what it is sent', async () => {
    const mirror = await taker((response, { raw }) => void response.end(raw), { pings: true })
    const { id } = await pendingHook(company, mirror.url)
    await company.serve(id)
    expect(await company.read(id)).toMatchObject({ status: 'PENDING', pending_reason: 'unconfirmed' })
  })

  test('is not pinged again after an answer with 2xx, unless a manager asks', async () => {
    const quiet = await taker((response) => void response.end(), { pings: true })
    const { id } = await pendingHook(company, quiet.url)
    for (let n = 0; n < 3; n++) {
      await company.serve(id)
      company.pass(86_400)
    }
    expect(quiet.received).toHaveLength(1)
  })

  test('is ENABLED by the code that its URL received, which no manager can read, and gets all events', async () => {
    const quiet = await taker((response) => void response.end(), { pings: true })
    const { id } = await pendingHook(company, quiet.url)
    expect((await company.read(id)).pending_reason).toBe('unanswered')
    await company.publish(2)
    await company.serve(id)
    const { challenge } = quiet.received[0]!.event.data
    for (const path of ['', '/deliveries'])
      expect((await company.send(`GET /api/v1/webhooks/${id}${path}`)).text).not.toContain(challenge)
    const verify = (code: string) => company.send(`POST /api/v1/webhooks/${id}/verify`, { body: { code } })
    const wrong = await verify(`${challenge}x`)
    expect([wrong.status, wrong.body.detail]).toEqual([
      400,
      expect.stringContaining('not that of the last ping'),
    ])
    expect(numbers(quiet.received)).toEqual([])
    expect((await verify(` ${challenge} `)).body).toMatchObject({ status: 'ENABLED', pending_reason: null })
    await company.serve(id)
    expect(quiet.received.map(({ event }) => event.number ?? event.type)).toEqual([
      'webhook.ping',
      'webhook.test',
      1,
      2,
    ])
    expect((await verify('any')).body).toMatchObject({ status: 'ENABLED' })
  })

  test('is not ENABLED by the code of a ping from before it was disabled', async () => {
    const quiet = await taker((response) => void response.end(), { pings: true })
    const { id } = await pendingHook(company, quiet.url)
    await company.serve(id)
    const body = { code: quiet.received[0]!.event.data.challenge }
    await change(id, { status: 'DISABLED' })
    expect((await company.send(`POST /api/v1/webhooks/${id}/verify`, { body })).status).toBe(409)
    await change(id, { status: 'ENABLED' })
    expect((await company.send(`POST /api/v1/webhooks/${id}/verify`, { body })).status).toBe(400)
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
    const former = await taker(
      (response, { event }) => void (answer = () => void response.end(event.data.challenge)),
      { pings: true },
    )
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

describe('a URL', () => {
  const url = 'https://hooks.example/one'
  const create = (url: string) => company.send('POST /api/v1/webhooks', { body: { url } })

  test('has one webhook in a company, until that is deleted or has another URL', async () => {
    const { id } = await pendingHook(company, url)
    for (const same of [url, 'https://HOOKS.example:443/one']) {
      const { status, body } = await create(same)
      expect([status, body.detail]).toEqual([409, expect.stringContaining(id)])
    }
    const { id: other } = await pendingHook(company, 'https://hooks.example/two')
    expect((await change(other, { url })).status).toBe(409)
    expect((await change(id, { url: 'https://hooks.example/three' })).status).toBe(200)
    expect((await change(other, { url })).status).toBe(200)
    await company.send(`DELETE /api/v1/webhooks/${other}`)
    expect((await create(url)).status).toBe(201)
  })

  test('gets one webhook of many requests at the same time', async () => {
    await pendingHook(company, 'https://hooks.example/first')
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await create(url)).status))
    expect(statuses.sort()).toEqual([201, ...Array(7).fill(409)])
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
