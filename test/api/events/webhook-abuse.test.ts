import { expect, test } from 'vitest'
import { feedWith } from '../../support/api/feed.ts'
import { book, newTenant, verifyManager } from '../../support/api/tenant.ts'
import { hook, taker } from '../../support/webhooks/webhooks.ts'
import { waitFor } from '../../support/suite/wait.ts'

test('a host that only answers 200 gets one ping for many webhooks on one URL, and no events', async () => {
  const company = await newTenant()
  await verifyManager(company)
  const victim = await taker((response) => void response.end(), { pings: true })
  const created = await Promise.all(
    Array.from({ length: 19 }, () => company.send('POST /api/v1/webhooks', { body: { url: victim.url } })),
  )
  const ids = created.filter(({ status }) => status === 201).map(({ body }) => body.id)
  await victim.until((received) => expect(received).toHaveLength(ids.length))

  for (let n = 0; n < 10; n++) await book(company)
  const witness = await taker()
  await hook(company, witness.url)
  await book(company)
  const events = await feedWith(company, (events) => expect(events.length).toBeGreaterThanOrEqual(22))
  await witness.until((received) => expect(received.at(-1)?.id).toBe(events.at(-1)!.id))
  expect(victim.received.map(({ event }) => event.type)).toEqual(['webhook.ping'])

  const [id] = ids
  await waitFor(async () => {
    const { body } = await company.send(`GET /api/v1/webhooks/${id}`)
    expect(body).toMatchObject({ status: 'PENDING', pending_reason: 'unconfirmed' })
    expect(body.next_step).toContain('data.challenge')
  })
  const refused = created.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(18)
  expect(refused[0]!.body.detail).toContain(id)
})
