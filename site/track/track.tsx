import { effect } from '@preact/signals'
import { render } from 'preact'
import { pollTracking } from './api/follow.ts'
import { Page } from './page.tsx'
import { headline, language, locale, now, state, trackingId } from './state.ts'

// The tracking page of a parcel, /track/{tracking_id}; without an id, a form.
const root = document.getElementById('page') ?? document.body
const address = trackingId === '' ? '/track' : `/track/${encodeURIComponent(trackingId)}`
// A copied or typed id may be in another notation; the one in the address is passed on.
if (location.pathname !== address)
  history.replaceState(history.state, '', address + location.search + location.hash)

const poll =
  trackingId === ''
    ? () => undefined
    : pollTracking(trackingId, (next) => {
        now.value = Date.now()
        state.value = next
      })
setInterval(() => (now.value = Date.now()), 15_000)

effect(() => {
  document.documentElement.lang = language.value
  document.documentElement.dir = locale.value.messages.direction
  document.title = headline.value.title
})
root.replaceChildren()
render(<Page retry={poll} />, root)
