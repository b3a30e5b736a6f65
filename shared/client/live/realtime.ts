import type { TicketSource } from './connection.ts'
import type { LiveEvent } from './frames.ts'
import { Refused } from './connection-refused.ts'
import { nextPage } from '../http/links.ts'
import { authorised, type Access } from '../http/token.ts'

/** The HTTP calls that liveEvents needs. Both throw Refused, and the errors of fetch. */
export function realtimeOver(access: Access) {
  const { baseUrl, token, fetch = (request: Request) => globalThis.fetch(request) } = access
  const base = baseUrl.replace(/\/$/, '')
  const ask = authorised(access)
  let bearer: string | undefined

  const ticket: TicketSource = async ({ fresh, signal }) => {
    bearer = await token(fresh ? bearer : undefined)
    const headers: Record<string, string> = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }
    const response = await fetch(
      new Request(`${base}/api/v1/realtime/ticket`, { method: 'POST', headers, signal }),
    )
    return (await contentOf(response)) as { url: string; ticket: string }
  }

  /** The events after one, oldest first, page by page. Refused with 422 if that event has expired. */
  async function* missed(after: string, signal: AbortSignal): AsyncGenerator<LiveEvent> {
    let page: string | undefined = `${base}/api/v1/events?after=${encodeURIComponent(after)}`
    while (page !== undefined) {
      const response = await ask(new Request(page, { signal }))
      yield* (await contentOf(response)) as LiveEvent[]
      page = nextOf(response, page)
    }
  }
  return { ticket, missed }
}

async function contentOf(response: Response): Promise<unknown> {
  if (response.ok) return response.json()
  void response.body?.cancel()
  throw new Refused(response.status)
}

/** The next page; the token is not sent to other origins. */
function nextOf(response: Response, page: string): string | undefined {
  const next = nextPage(response, page)
  if (next && next.origin !== new URL(page).origin)
    throw new Error('The next page of events is at another origin')
  return next?.href
}
