import { liveEvents } from '../../../shared/client/events-client.ts'
import { call } from '../api/api-client.ts'

/** In milliseconds: how long nothing is tried where ten attempts in a row were in vain, or the service said no. */
const rest = 300_000

/**
 * Subscribes to the events of the company's shipments from `begin` to `end`. `onState` reports whether the
 * connection is open. After a lost connection or a refusal it tries again.
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
      // The page may only connect to its own origin, whatever address the ticket names.
      return { ticket: body.ticket, url: `${location.origin.replace(/^http/, 'ws')}/ws` }
    },
    channels: ['board'],
    onEvent: heard,
    onState: (state) => {
      if (state === 'failed') later()
      if (state !== 'connecting') onState(state === 'open')
    },
    onError: ({ code }) => {
      // A token that has expired is renewed without further ado.
      if (code === 'unauthenticated') return
      end()
      later()
    },
  })
  return { begin: line.connect, end }
}
