import { signal } from '@preact/signals'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { liveEvents } from '../../../shared/client/live/events-client.ts'
import { api, queries, someReadFailed } from './client.ts'

/** Whether the events of the company are received. */
export const isLive = signal(false)
/** Milliseconds before reconnecting after a refusal. */
const retryAfter = 300_000
/** Milliseconds between reads that events cause, and how many follow an event or a connection: an index may lag behind the first. */
const [pause, readsAfterEvent] = [2000, 2]
/** Milliseconds between reads without events, and after a read has failed. */
const pollEvery = 15_000

/** Reads the screen's data again when the company's records change, from now until the returned function is called. */
export function followChanges(): () => void {
  let [pending, stopped] = [0, false]
  let last = Date.now()
  const read = () => {
    pending = Math.max(0, pending - 1)
    last = Date.now()
    void queries.invalidateQueries()
  }
  const timer = setInterval(() => {
    if (document.hidden) return
    const isDue = (!isLive.value || someReadFailed()) && Date.now() - last > pollEvery
    if (pending > 0 || isDue) read()
  }, pause)
  // The index of a list may lag behind the user's own changes too, of which not all are events.
  const afterChange = {
    onResponse: ({ request }: { request: Request }) => {
      if (request.method !== 'GET') pending = readsAfterEvent
    },
  }
  api.use(afterChange)
  let retry: ReturnType<typeof setTimeout> | undefined
  const retryLater = () => {
    isLive.value = false
    clearTimeout(retry)
    if (!stopped) retry = setTimeout(connection.connect, retryAfter)
  }
  const connection = liveEvents({
    ticket: async () => {
      const { ticket } = await unwrap(api.POST('/api/v1/realtime/ticket'))
      // The content security policy allows the page's own origin only, so the ticket's URL is not used.
      return { ticket, url: `${location.origin.replace(/^http/, 'ws')}/ws` }
    },
    channels: ['tenant'],
    onEvent: () => (pending = readsAfterEvent),
    onState: (state) => {
      if (state === 'failed') retryLater()
      if (state !== 'connecting') isLive.value = state === 'open'
      // Events before the connection were not received.
      if (state === 'open') pending = readsAfterEvent
    },
    onError: ({ code }) => {
      // The client reconnects with a renewed token.
      if (code === 'unauthenticated') return
      connection.close()
      retryLater()
    },
  })
  connection.connect()
  return () => {
    stopped = true
    api.eject(afterChange)
    clearInterval(timer)
    clearTimeout(retry)
    connection.close()
    isLive.value = false
  }
}
