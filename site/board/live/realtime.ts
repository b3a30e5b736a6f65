import { liveEvents } from '../../../shared/client/events-client.ts'
import { call } from '../api/api-client.ts'

/** In milliseconds: how long nothing is tried where ten attempts in a row were in vain, or the service said no. */
const rest = 300_000

/**
 * Hears of what happens to the company's shipments, from `begin` to `end`. `told` says whether it does just now; where it
 * does not, because it was cut off or whoever is signed in may not hear, it tries again.
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
      // Whatever address the ticket names: the page may ask nobody but who it comes from.
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
