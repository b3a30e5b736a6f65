import { once } from 'node:events'
import { afterEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Tenant } from '../api/tenant.ts'
import '../suite/local-cloud.ts'
import { seconds } from '../suite/time.ts'
import { waitFor, waitUntil } from '../suite/wait.ts'

export type Listener = Awaited<ReturnType<typeof listen>>

/** Requests a ticket for a socket, as the manager or as the token's user. */
export async function ticketOf(tenant: Tenant, token?: string): Promise<{ url: string; ticket: string }> {
  const answer = await tenant.send('POST /api/v1/realtime/ticket', token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** Opens a socket. If the connection is refused, throws an Error with the HTTP status. */
export async function openSocket(
  { url, ticket }: { url: string; ticket: string },
  options = '',
): Promise<WebSocket> {
  const socket = new WebSocket(`${url}?ticket=${encodeURIComponent(ticket)}${options}`)
  await once(socket, 'open')
  return socket
}

/** A socket that records its frames, subscribed to the given channels. */
export async function listen(
  tenant: Tenant,
  channels: readonly string[] = [],
  token?: string,
  options?: string,
) {
  const socket = await openSocket(await ticketOf(tenant, token), options)
  const frames: any[] = []
  const closed = once(socket, 'close').then(([code]) => Number(code))
  const messages: any[] = []
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()))
    frames.push(...[messages.at(-1)].flat())
  })
  const send = (frame: object) => void socket.send(JSON.stringify(frame))
  /** Sends a frame and waits for the answer to it. */
  async function ask(frame: object): Promise<any> {
    const before = frames.length
    send(frame)
    const answer = () => frames.slice(before).find(({ type }) => !String(type).includes('.'))
    await waitUntil(answer, { timeout: seconds(10), interval: 10 })
    return answer()
  }
  const listener = {
    socket,
    messages,
    frames,
    send,
    ask,
    closed,
    /** The received events. */
    events: () => frames.filter(({ type }) => String(type).includes('.')),
    subscribe: (...channels: string[]) => ask({ type: 'subscribe', channels }),
    until: (check: (events: any[]) => void, timeout = seconds(15)) =>
      waitFor(() => check(listener.events()), { timeout, interval: 20 }),
    close: () => void socket.close(),
  }
  if (channels.length > 0)
    expect(await listener.subscribe(...channels)).toMatchObject({
      type: 'subscribed',
      channels: [...channels].sort(),
    })
  return listener
}

/** `listen` for the tests of a file: the sockets are closed after each test. Registers a hook. */
export function closingListeners(): typeof listen {
  const open: Listener[] = []
  afterEach(() => {
    for (const listener of open.splice(0)) listener.close()
  })
  return async (...given) => {
    const listener = await listen(...given)
    open.push(listener)
    return listener
  }
}
