import { computed, signal } from '@preact/signals'
import type { TrackingState } from './api/follow.ts'
import { localeOf } from './choose-language.ts'
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

/** What the page is about, for the window's title and for screen readers, which announce a change of it. */
export const headline = computed(() => {
  const { words } = locale.value
  const { tracking, failure, missing } = state.value
  const failed = failure && words[failure]
  if (trackingId === '') return { title: words.follow, announcement: '' }
  if (missing) return { title: words.missing[0], announcement: words.missing.join('. ') }
  if (!tracking) return { title: `${words.follow} · ${trackingId}`, announcement: failed ?? '' }
  const [status, sentence] = stateText(locale.value, tracking)
  return { title: `${status} · ${tracking.tracking_id}`, announcement: failed ?? `${status}. ${sentence}` }
})
