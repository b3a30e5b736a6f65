import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { courierClient, unwrap, type CourierClient, type LiveEvent } from '../../../shared/client/index.ts'

// The clients of a busy company, and the receivers of its events. They run in a separate process, so that they do not delay the
// service that they measure.

export interface Task {
  url: string
  /** The URL of the mailbox. */
  mail: string
  changes: number
  clients: number
  sockets: number
}
/** Of each way that events take, their number and milliseconds. */
export interface Arrived {
  name: string
  events: number
  perSecond: number
  median: number
  p99: number
  lastAfter: number
}
export type Message = { progress: string } | { arrived: Arrived[] } | { failure: string }

const parcel = {
  sender_name: 'Anna Petrova',
  sender_phone: '+79161234567',
  origin: 'Moscow',
  destination: 'Tbilisi',
  recipient_name: 'Giorgi Beridze',
  recipient_phone: '+995599123456',
  weight: 2.5,
}

/** Milliseconds from an event's change to its arrival, by event; `last` is the time of the last arrival. */
function arrivals() {
  const times = new Map<string, number[]>()
  const seen = { times, last: 0, count: 0 }
  const note = ({ id, timestamp }: Pick<LiveEvent, 'id' | 'timestamp'>) => {
    seen.last = Date.now()
    seen.count++
    times.set(id, [...(times.get(id) ?? []), seen.last - Date.parse(timestamp)])
  }
  return { note, seen }
}

/** Events come later than the changes: after this time without one, all have arrived. */
const quietMilliseconds = 5000

/** Changes shipments, and waits until all events have arrived. Throws an Error if one does not arrive within a minute. */
async function measure(task: Task): Promise<Arrived[]> {
  const { changes, clients, sockets } = task
  await using parts = new AsyncDisposableStack()
  const courier = await company(task)
  const [feed, webhook, live] = [arrivals(), arrivals(), arrivals()]
  const url = await receiver(parts, webhook.note)
  await unwrap(courier.POST('/api/v1/webhooks', { body: { url } }))
  await Promise.all(
    Array.from({ length: sockets }, async () => {
      const open = Promise.withResolvers<undefined>()
      const onState = (state: string) => void (state === 'open' && open.resolve(undefined))
      const one = courier.live({ channels: ['tenant'], onEvent: live.note, onState })
      one.connect()
      parts.defer(() => one.close())
      await open.promise
    }),
  )
  const ids = await Promise.all(Array.from({ length: clients }, async () => (await courier.book(parcel)).id))
  const start = Date.now()
  let [left, written] = [changes, Infinity]
  const polling = (async () => {
    for (let after: string | undefined, isLast = false; !isLast; await setTimeout(20)) {
      const isQuiet = Date.now() - Math.max(written, feed.seen.last, webhook.seen.last) > quietMilliseconds
      isLast = isQuiet && webhook.seen.times.size === feed.seen.times.size
      const query = { limit: 100, ...(after !== undefined && { after }) }
      for (const event of await unwrap(courier.GET('/api/v1/events', { params: { query } }))) {
        feed.note(event)
        after = event.id
      }
      if (Date.now() - Math.max(start, feed.seen.last, webhook.seen.last) > 60_000)
        throw new Error(`Of ${feed.seen.times.size} events, ${webhook.seen.times.size} reached the webhook`)
    }
  })()
  await Promise.all(
    ids.map(async (id) => {
      for (let n = 0; left-- > 0; n++) {
        if (left % 100 === 0) send({ progress: `${changes - left} of ${changes} changes` })
        const body = { status: n % 2 === 0 ? ('PREPARING' as const) : ('RECEIVED' as const) }
        await unwrap(courier.PUT('/api/v1/shipments/{id}', { params: { path: { id } }, body }))
      }
    }),
  )
  written = Date.now()
  await polling
  const events = feed.seen.times.size
  while (live.seen.count < events * sockets && Date.now() - live.seen.last < 60_000) await setTimeout(20)
  const arrived = (name: string, { seen }: typeof feed): Arrived => {
    const sorted = [...seen.times.values()].flat().toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
    return {
      name,
      events: seen.times.size,
      perSecond: (events / (seen.last - start)) * 1000,
      median: at(0.5),
      p99: at(0.99),
      lastAfter: seen.last - written,
    }
  }
  return [arrived('feed', feed), arrived('one webhook', webhook), arrived(`${sockets} sockets, each`, live)]
}

/** Registers a company whose manager has verified the e-mail address. */
async function company({ url, mail }: Task): Promise<CourierClient> {
  const account = { email: `manager-${randomUUID()}@bench.example`, password: 'a long pass phrase' }
  const anyone = courierClient({ baseUrl: url })
  await unwrap(anyone.POST('/api/v1/auth/register', { body: { ...account, tenant_name: 'Bench' } }))
  await unwrap(anyone.POST('/auth/email/send-verification', { body: { email: account.email } }))
  for (;;) {
    const { emails } = (await (await fetch(`${mail}/store`)).json()) as {
      emails: { destination: { to: string[] }; body: { text: string } }[]
    }
    // All mailboxes of a process have one store.
    const letter = emails.find(({ destination }) => destination.to.includes(account.email))
    const code = /^[0-9A-Z]{8,16}$/m.exec(letter?.body.text ?? '')?.[0]
    if (code !== undefined) {
      await unwrap(anyone.POST('/auth/email/verify', { body: { ...account, code } }))
      return courierClient({ baseUrl: url, ...account })
    }
    await setTimeout(20)
  }
}

/** Starts a receiver of webhooks, and returns its URL. */
async function receiver(parts: AsyncDisposableStack, note: (event: LiveEvent) => void): Promise<string> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const event = JSON.parse(body) as LiveEvent & { data: { challenge?: string } }
      response.end(event.data.challenge)
      if (!event.type.startsWith('webhook.')) note(event)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const send = (message: Message) => void process.send?.(message)
process.on('message', (task: Task) => {
  measure(task).then(
    (arrived) => send({ arrived }),
    (error: unknown) => send({ failure: String(error) }),
  )
})
