import { signal } from '@preact/signals'
import { Check, CheckCheck, Clock, TriangleAlert, X } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { beep } from '../../staff/scan/beep.ts'
import { messages } from '../messages/scan.ts'

/** The picture, sound and vibration after a scan. */
export interface Feedback {
  /**
   * `kept`: stored on the phone, and not checked by the service yet; `again`: it was done before, and nothing changed; `needs`:
   * recorded, but something is off.
   */
  tone: 'done' | 'kept' | 'again' | 'needs' | 'wrong'
  title: string
  detail?: string | undefined
  /** The scanned record, if more is known of it than its label says. */
  name?: string
  /** What becomes of a `kept` one. */
  later?: Promise<Feedback> | undefined
  /** Whether it covers the screen until it is touched, as a wrong one does. */
  stays?: boolean
}
/** Milliseconds that a good result covers the screen, and one that is to be read; a wrong one stays until it is touched. */
const [shownFor, readFor] = [900, 2500]

const shown = signal<(Feedback & { n: number }) | undefined>(undefined)
let count = 0

/** Shows a result on the whole screen, with a sound and a vibration. */
export function showFeedback(feedback: Feedback): void {
  shown.value = { ...feedback, n: ++count }
  const isWrong = feedback.tone === 'wrong'
  beep(!isWrong)
  // Not in Safari.
  if ('vibrate' in navigator) navigator.vibrate(isWrong ? [200, 100, 200] : 60)
}

const icons = { done: Check, kept: Clock, again: CheckCheck, needs: TriangleAlert, wrong: X }

const staysOpen = ({ tone, stays }: Feedback) => tone === 'wrong' || stays === true

/** The last result, green, amber or red; a touch closes it. */
export function FeedbackScreen() {
  const feedback = shown.value
  const close = () => (shown.value = undefined)
  useEffect(() => {
    if (!feedback || staysOpen(feedback)) return
    const timer = setTimeout(close, feedback.tone === 'needs' ? readFor : shownFor)
    return () => clearTimeout(timer)
  }, [feedback?.n])
  if (!feedback) return null
  const { tone, title, detail } = feedback
  const Icon = icons[tone]
  return (
    <button type="button" class={`feedback ${tone}`} onClick={close}>
      <Icon size={96} aria-hidden="true" />
      <strong role={tone === 'wrong' ? 'alert' : 'status'}>{title}</strong>
      {detail && <span>{detail}</span>}
      {staysOpen(feedback) && <span class="go-on">{messages.touchToGoOn}</span>}
    </button>
  )
}
