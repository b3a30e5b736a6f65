import { liveEvents } from '../../../shared/client/events-client.ts'
import { call } from '../api/api-client.ts'

/** Milliseconds before reconnecting after ten failed attempts in a row or a refusal. */
const rest = 300_000

/**
 * Subscribes to the events of the company's shipments from `begin` to `end`. `onState` reports whether the connection is
 * open. Reconnects after a lost connection or a refusal.
 */
export function live(heard: () => void, onState: (open: boolean) => void) {
  let resting: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(resting)
    line.close()
  }
  const later = () => {
    resting = setTimeout(line.connect, rest)
  }
  const line = liveEvents({
    ticket: async () => {
      const { body } = await call<{ ticket: string }>('POST /api/v1/realtime/ticket')
      // The content security policy allows the page's own origin only, so the ticket's URL is not used.
      return { ticket: body.ticket, url: `${location.origin.replace(/^http/, 'ws')}/ws` }
    },
    channels: ['board'],
    onEvent: heard,
    onState: (state) => {
      if (state === 'failed') later()
      if (state !== 'connecting') onState(state === 'open')
    },
    onError: ({ code }) => {
      // The client reconnects with a renewed token.
      if (code === 'unauthenticated') return
      end()
      later()
    },
  })
  return { begin: line.connect, end }
}
