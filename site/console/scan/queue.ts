import { signal } from '@preact/signals'
import { CourierError } from '../../../shared/client/http/errors.ts'
import { messageOf } from '../../staff/api/client.ts'
import { loadRefusals } from '../../staff/messages/refusals.ts'
import { beep } from '../../staff/scan/beep.ts'

/** A scanned text and what became of it. */
export interface Scan {
  id: string
  text: string
  /** `needs`: it was carried out, and a person has to see to what was scanned. */
  state: 'waiting' | 'done' | 'needs' | 'wrong'
  /** The result, or the reason of a refusal. */
  message: string
}
/** Milliseconds before a scan is tried again without network. */
const retryAfter = 2000
/** How many are shown. */
const maxShown = 50

/**
 * What became of a scan that was carried out: a text, whether a person has to see to what was scanned, and the code that the
 * service knows it by: a QR code is JSON.
 */
export type Outcome = string | { text: string; needsCare?: boolean; code?: string | undefined }

/** How a screen handles scans. The functions throw CourierError for final refusals. */
export interface Scanning<Scanned> {
  /** Reads what a text means; begun at once, even while others are carried out. */
  read: (text: string) => Promise<Scanned>
  /** Carries a scan out and returns the result. `id` is the same in each attempt. */
  act: (scanned: Scanned, id: string) => Promise<Outcome>
  /** Called when all scans are carried out. */
  onIdle?: () => void
}

/**
 * Carries out scans one after another, in their order, even while others arrive. Without network a scan is tried until an
 * answer comes, so that nothing is lost or done twice.
 */
export function scanQueue<Scanned>({ read, act, onIdle }: Scanning<Scanned>) {
  const scans = signal<readonly Scan[]>([])
  const begun = new Map<string, Promise<Scanned>>()
  let isRunning = false
  const change = (id: string, to: Partial<Scan>) =>
    (scans.value = scans.value.map((scan) => (scan.id === id ? { ...scan, ...to } : scan)))

  async function attempt({ id, text }: Scan): Promise<void> {
    for (;;)
      try {
        const outcome = await act(await (begun.get(id) ?? read(text)), id)
        const {
          text: message,
          needsCare = false,
          code = text,
        } = typeof outcome === 'string' ? { text: outcome } : outcome
        change(id, { state: needsCare ? 'needs' : 'done', message, text: code })
        beep(!needsCare)
        return
      } catch (error) {
        begun.delete(id)
        if (error instanceof CourierError) {
          // One of several packages is refused in a response that did not refuse (api/answered.ts).
          await loadRefusals()
          change(id, { state: 'wrong', message: messageOf(error) })
          beep(false)
          return
        }
        change(id, { message: messageOf(error) })
        await new Promise((resolve) => setTimeout(resolve, retryAfter))
      }
  }
  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let next = nextOf(); next; next = nextOf()) await attempt(next)
    isRunning = false
    begun.clear()
    onIdle?.()
  }
  const nextOf = () => scans.value.findLast(({ state }) => state === 'waiting')

  return {
    /** The newest first. */
    scans,
    add(text: string) {
      const scan: Scan = { id: crypto.randomUUID(), text, state: 'waiting', message: '' }
      const shown = scans.value.filter(({ state }, n) => state === 'waiting' || n < maxShown)
      scans.value = [scan, ...shown]
      const reading = read(text)
      // An error is that of the attempt.
      reading.catch(() => undefined)
      begun.set(scan.id, reading)
      void run()
    },
  }
}
