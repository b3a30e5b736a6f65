import { expect, test } from 'vitest'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { taker, webhooksInMemory } from '../support/webhooks/webhooks.ts'

// What all companies share at the host of their webhooks: the posts of a minute, and the back-off while it fails.

type Company = Awaited<ReturnType<typeof webhooksInMemory>>

/** Companies on one table, whose clocks pass together. */
async function companies(count: number, variables: Record<string, string> = {}) {
  const store = memoryStore()
  const all = await Promise.all(Array.from({ length: count }, () => webhooksInMemory(store, variables)))
  for (const { clock } of all) clock.now = new Date(all[0]!.clock.now)
  const pass = (seconds: number) => all.forEach((one) => one.pass(seconds))
  return { all, pass }
}

/** Creates a webhook at a path of the host, without passing time. */
async function hookAt(company: Company, url: string) {
  const { id } = (await company.send('POST /api/v1/webhooks', { body: { url } })).body
  await company.serve(id)
  expect(await company.read(id)).toMatchObject({ status: 'ENABLED' })
  return id as string
}
/** A different shipment for each event, so that none waits for another. */
const shipment = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

test('a host gets so many posts in a minute from all companies, half of them from one; the others follow later', async () => {
  const { all, pass } = await companies(3, { WEBHOOK_POSTS_PER_MINUTE: '20' })
  const host = await taker()
  const hooks: { company: Company; id: string }[] = []
  for (const [n, company] of all.entries())
    hooks.push({ company, id: await hookAt(company, `${host.url}/${n}`) })
  for (const { company } of hooks) await company.publish(15, shipment)
  const serve = () => Promise.all(hooks.map(({ company, id }) => company.serve(id)))
  // Three pings were posts too.
  await serve()
  expect(host.received).toHaveLength(17)
  for (const { company, id } of hooks) {
    const sent = (await company.deliveries(id)).filter(({ status }) => status === 'DELIVERED')
    expect(sent.length).toBeLessThanOrEqual(9)
  }
  await serve()
  expect(host.received).toHaveLength(17)
  for (const { wakeUps, clock } of all) expect(wakeUps.at(-1)?.getTime()).toBe(clock.now.getTime() + 60_000)
  for (let minute = 0; minute < 3; minute++) {
    pass(60)
    const before = host.received.length
    await serve()
    expect(host.received.length - before).toBeLessThanOrEqual(20)
  }
  expect(host.received).toHaveLength(45)
  for (const { company, id } of hooks) {
    const sent = await company.deliveries(id)
    expect(sent.map(({ status }) => status)).toEqual(Array(15).fill('DELIVERED'))
  }
})

test('while a host fails, one webhook tries it by its schedule, and the others of all companies wait', async () => {
  const { all, pass } = await companies(4)
  let up = true
  const host = await taker((response) => void response.writeHead(up ? 200 : 503).end())
  const hooks: { company: Company; id: string }[] = []
  for (const [n, company] of all.entries())
    for (let path = 0; path < 5; path++)
      hooks.push({ company, id: await hookAt(company, `${host.url}/${n}/${path}`) })
  up = false
  for (const company of all) await company.publish(20)
  const serveAll = async () => {
    for (const { company, id } of hooks) await company.serve(id)
  }
  for (let second = 0; second < 600; second += 5) {
    await serveAll()
    pass(5)
  }
  // Each of the twenty has one try of its own. On their own they would have made 60 posts.
  expect(host.received.length).toBeLessThan(45)
  up = true
  for (let second = 0; second < 700; second += 5) {
    await serveAll()
    pass(5)
  }
  for (const { company, id } of hooks)
    expect((await company.deliveries(id)).map(({ status }) => status)).toEqual(Array(20).fill('DELIVERED'))
})

test('an endpoint that always fails delays those of other companies at its host by five seconds at most', async () => {
  const { all, pass } = await companies(2)
  const broken = new Set<string>()
  const host = await taker((response, { id }) => void response.writeHead(broken.has(id) ? 500 : 200).end())
  const [failing, working] = all as [Company, Company]
  const bad = await hookAt(failing, `${host.url}/broken`)
  const good = await hookAt(working, `${host.url}/works`)
  for (let minute = 0; minute < 10; minute++) {
    await failing.publish()
    for (const { id } of (await failing.send('GET /api/v1/events')).body) broken.add(id)
    await failing.serve(bad)
    await working.publish(3, shipment)
    await working.serve(good)
    pass(5)
    await working.serve(good)
    const sent = await working.deliveries(good)
    expect(sent.filter(({ status }) => status === 'DELIVERED')).toHaveLength(3 * (minute + 1))
    pass(55)
  }
})

test('a host that asks to come back later gets nothing until then, at most five minutes later', async () => {
  const { all, pass } = await companies(1)
  const [company] = all as [Company]
  let up = false
  const host = await taker((response) => void response.writeHead(up ? 200 : 429, { 'retry-after': '60' }).end())
  const id = await hookAt(company, host.url)
  await company.publish()
  await company.serve(id)
  up = true
  for (const seconds of [5, 54.999]) {
    pass(seconds)
    await company.serve(id)
    expect(host.received).toHaveLength(1)
  }
  pass(0.001)
  await company.serve(id)
  expect(host.received).toHaveLength(2)
})
