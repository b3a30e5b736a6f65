import { ageAll } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import { follow, type Known } from './follow.ts'
import { choose, chosenLanguage } from './language.ts'
import { localeOf } from './choose-language.ts'
import { idInAddress } from './tracking-id.ts'
import { asking, following } from './view.ts'
import { languages } from './words/words.ts'
import type { Language } from './words/types.ts'

// The tracking page of a parcel, /track/{tracking_id}; without an id, a form.
const part = (id: string) => document.getElementById(id) ?? document.body
const id = idInAddress(location.pathname)
let language = chosenLanguage()
let known: Known = {}
let check: (() => void) | undefined

function show(): void {
  const tongue = localeOf(language, navigator.languages)
  const { title, contents, aloud } = id === '' ? asking(tongue) : following(tongue, id, known, () => check?.())
  document.title = title
  // Keeps the focus on a link or button when the content changes.
  const focused = document.activeElement?.id
  part('parcel').replaceChildren(...contents)
  if (focused) document.getElementById(focused)?.focus()
  if (part('announcement').textContent !== aloud) part('announcement').textContent = aloud
}

function dress(): void {
  const { words } = localeOf(language, navigator.languages)
  document.documentElement.lang = language
  document.documentElement.dir = words.direction
  part('brand').textContent = words.brand
  part('home').setAttribute('href', `/track${location.search}`)
  part('languages').setAttribute('aria-label', words.language)
  for (const button of part('languages').children)
    button.setAttribute('aria-pressed', String(button.id === language))
}

function speak(chosen: Language): void {
  language = chosen
  choose(language)
  dress()
  show()
}

for (const [tag, { name }] of Object.entries(languages) as [Language, { name: string }][]) {
  const button = element('button', { type: 'button', id: tag, lang: tag }, name)
  button.addEventListener('click', () => speak(tag))
  part('languages').append(button)
}
dress()
show()
if (id !== '')
  check = follow(id, (news) => {
    known = news
    show()
  })
setInterval(ageAll, 15_000)
