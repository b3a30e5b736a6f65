import { liveEvents } from '../../../shared/client/live/events-client.ts'
import { call } from '../api/api-client.ts'

/** Milliseconds before reconnecting after ten failed attempts in a row or a refusal. */
const retryMilliseconds = 300_000

/**
 * Subscribes to the events of the company's shipments from `open` to `close`. `onState` reports whether the connection is
 * open. Reconnects after a lost connection or a refusal.
 */
export function subscribe(onEvent: () => void, onState: (open: boolean) => void) {
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(retryTimer)
    connection.close()
  }
  const retryLater = () => {
    retryTimer = setTimeout(connection.connect, retryMilliseconds)
  }
  const connection = liveEvents({
    ticket: async () => {
      const { body } = await call<{ ticket: string }>('POST /api/v1/realtime/ticket')
      // The content security policy allows the page's own origin only, so the ticket's URL is not used.
      return { ticket: body.ticket, url: `${location.origin.replace(/^http/, 'ws')}/ws` }
    },
    channels: ['board'],
    onEvent,
    onState: (state) => {
      if (state === 'failed') retryLater()
      if (state !== 'connecting') onState(state === 'open')
    },
    onError: ({ code }) => {
      // The client reconnects with a renewed token.
      if (code === 'unauthenticated') return
      close()
      retryLater()
    },
  })
  return { open: connection.connect, close }
}
