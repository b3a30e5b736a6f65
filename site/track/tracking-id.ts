import { trackingIdOf } from '../../shared/domain/kernel/tracking-id.ts'

/** The tracking id in what a reader typed or pasted, or the text itself, which the service does not know. */
export const typedTrackingId = (text: string): string => trackingIdOf(text) ?? text.trim()

/** The same of the page's path; "" if there is none. */
export function trackingIdInPath(path: string): string {
  const last = path.replace(/^\/track\/?/, '').replace(/\/$/, '')
  try {
    return typedTrackingId(decodeURIComponent(last))
  } catch {
    return last
  }
}
