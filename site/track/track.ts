import { ageAll } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import { emailChoice } from './emails.ts'
import { pollTracking, type TrackingState } from './api/follow.ts'
import { storeLanguage, chosenLanguage } from './language.ts'
import { localeOf } from './choose-language.ts'
import { trackingIdInPath } from './tracking-id.ts'
import { idFormView, parcelView } from './view.ts'
import { languages } from './words/words.ts'
import type { Language } from './words/types.ts'

// The tracking page of a parcel, /track/{tracking_id}; without an id, a form.
const part = (id: string) => document.getElementById(id) ?? document.body
const id = trackingIdInPath(location.pathname)
let language = chosenLanguage()
let state: TrackingState = {}
let poll: (() => void) | undefined
const emails = emailChoice(show)

function show(): void {
  const locale = localeOf(language, navigator.languages)
  const { title, contents, announcement } =
    id === '' ? idFormView(locale) : parcelView(locale, id, state, () => poll?.())
  document.title = title
  // Keeps the focus on a link or button when the content changes.
  const focused = document.activeElement?.id
  // First, since the reader of an e-mail came for it.
  part('parcel').replaceChildren(...emails(locale), ...contents)
  if (focused) document.getElementById(focused)?.focus()
  if (part('announcement').textContent !== announcement) part('announcement').textContent = announcement
}

function applyLanguage(): void {
  const { words } = localeOf(language, navigator.languages)
  document.documentElement.lang = language
  document.documentElement.dir = words.direction
  part('brand').textContent = words.brand
  part('home').setAttribute('href', `/track${location.search}`)
  part('languages').setAttribute('aria-label', words.language)
  for (const button of part('languages').children)
    button.setAttribute('aria-pressed', String(button.id === language))
}

function switchLanguage(chosen: Language): void {
  language = chosen
  storeLanguage(language)
  applyLanguage()
  show()
}

for (const [tag, { name }] of Object.entries(languages) as [Language, { name: string }][]) {
  const button = element('button', { type: 'button', id: tag, lang: tag }, name)
  button.addEventListener('click', () => switchLanguage(tag))
  part('languages').append(button)
}
applyLanguage()
show()
if (id !== '')
  poll = pollTracking(id, (newState) => {
    state = newState
    show()
  })
setInterval(ageAll, 15_000)
