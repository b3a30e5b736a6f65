import { computed, signal } from '@preact/signals'
import type { TrackingState } from './api/follow.ts'
import { localeOf } from './locale.ts'
import { stateText } from './entries.ts'
import { chosenLanguage } from './language.ts'
import { trackingIdInPath } from './tracking-id.ts'

/** The tracking id in the page's address; "" on the page that asks for one. */
export const trackingId = trackingIdInPath(location.pathname)

export const language = signal(chosenLanguage())
export const locale = computed(() => localeOf(language.value, navigator.languages))
export const state = signal<TrackingState>({})
/** In milliseconds since 1970; advances often enough for ages such as "3 minutes ago". */
export const now = signal(Date.now())

/** The subject of the page, for the window's title and for screen readers, which announce a change of it. */
export const headline = computed(() => {
  const { messages } = locale.value
  const { tracking, failure, missing } = state.value
  const failed = failure && messages[failure]
  if (trackingId === '') return { title: messages.follow, announcement: '' }
  if (missing) return { title: messages.missing[0], announcement: messages.missing.join('. ') }
  if (!tracking) return { title: `${messages.follow} · ${trackingId}`, announcement: failed ?? '' }
  const [status, sentence] = stateText(locale.value, tracking)
  return { title: `${status} · ${tracking.tracking_id}`, announcement: failed ?? `${status}. ${sentence}` }
})
