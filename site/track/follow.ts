import { isFinal } from '../../shared/domain/states/shipment.ts'
import type { Tracking } from './answer.ts'
import { ask, type Trouble } from './ask.ts'

/** The state of tracking. */
export interface Known {
  tracking?: Tracking
  /** When the service last responded, in milliseconds since 1970. */
  checked?: number
  trouble?: Trouble
  /** The service returned 404: the id does not exist or has expired. */
  missing?: true
}

/** Milliseconds between requests. Responses may be 15 seconds old, due to their Cache-Control. */
const [shortest, longest] = [15_000, 60_000]
const [whileHidden, longestAfterTrouble] = [300_000, 300_000]

/**
 * Polls a shipment until its final status, less often while nothing changes or the page is hidden, and calls `onChange`
 * with the state. The function returned polls immediately, or when the service allows it.
 */
export function follow(trackingId: string, onChange: (known: Known) => void): () => void {
  let known: Known = {}
  let etag: string | undefined
  let [quiet, troubles, notBefore] = [0, 0, 0]
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false

  async function check() {
    if (asking) return
    asking = true
    const reply = await ask(trackingId, etag)
    asking = false
    clearTimeout(timer)
    const { tracking, checked } = known
    const last = { ...(tracking && { tracking }), ...(checked !== undefined && { checked }) }
    if ('trouble' in reply) {
      known = { ...last, trouble: reply.trouble }
      notBefore = Date.now() + (reply.wait ?? 0)
      troubles++
    } else {
      troubles = 0
      quiet = 'unchanged' in reply ? quiet + 1 : 0
      if ('missing' in reply) known = { missing: true, checked: Date.now() }
      else known = { ...last, ...('tracking' in reply && { tracking: reply.tracking }), checked: Date.now() }
      if ('tracking' in reply) etag = reply.etag
    }
    onChange(known)
    if (!hasEnded(known)) askIn(pause())
  }

  /** Milliseconds until the next request. With jitter, so that pages that failed together do not retry together. */
  function pause(): number {
    const after = troubles
      ? Math.min(longestAfterTrouble, shortest * 2 ** (troubles - 1)) * (1 + Math.random() / 4)
      : Math.min(longest, shortest * 1.5 ** Math.max(0, quiet - 1))
    return Math.max(document.hidden ? whileHidden : after, notBefore - Date.now())
  }
  function askIn(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void check(), Math.max(0, milliseconds))
  }

  /** The page is visible or online again: poll without waiting. */
  function resume() {
    if (document.hidden || hasEnded(known)) return
    askIn((known.trouble ? notBefore : (known.checked ?? 0) + shortest) - Date.now())
  }
  addEventListener('online', resume)
  addEventListener('offline', () => {
    if (hasEnded(known)) return
    known = { ...known, trouble: 'offline' }
    onChange(known)
  })
  document.addEventListener('visibilitychange', resume)
  void check()
  return resume
}

const hasEnded = ({ tracking, missing }: Known) =>
  missing ?? (tracking !== undefined && isFinal(tracking.status))
