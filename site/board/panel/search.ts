import { element } from '../../shared/element.ts'
import { meantId } from '../../track/tracking-id.ts'
import { showCard } from '../ui/card.ts'
import type { Card } from '../ui/records.ts'
import { arrange } from '../ui/renew.ts'
import { wordsOf } from '../api/request.ts'
import { call } from '../api/api-client.ts'
import { announce } from '../ui/format.ts'
import { words } from '../ui/words.ts'

interface Found {
  cards: Card[]
  next: string | undefined
}
/** Results per request, and pages read for them: pages of a filtered list may be short or empty. */
const [enough, maxPages] = [20, 10]

/** Searches for a tracking id if the text may be one, else for a name. Throws Refused. */
async function find(typed: string): Promise<Found> {
  const id = meantId(typed)
  if (id?.length === 'TRK-0000000000000'.length) {
    const { body } = await call<Card[]>(`GET /api/v1/shipments?${new URLSearchParams({ tracking_id: id })}`)
    if (body.length > 0) return { cards: body, next: undefined }
  }
  return goOn(typed, { cards: [], next: undefined })
}

async function goOn(typed: string, { cards, next }: Found): Promise<Found> {
  const wanted = cards.length + enough
  for (let pages = 0; pages < maxPages && cards.length < wanted; pages++) {
    const query = new URLSearchParams({ q: typed, ...(next !== undefined && { cursor: next }) })
    const page = await call<Card[]>(`GET /api/v1/shipments?${query}`)
    cards = [...cards, ...page.body]
    next = page.next
    if (next === undefined) break
  }
  return { cards, next }
}

/** A search box. `show` is called with the results, which replace the board, or with undefined when it is empty. */
export function searchBox(show: (results: HTMLElement | undefined) => void) {
  const input = element('input', {
    ...{ id: 'search', type: 'search', placeholder: words.searchFor, 'aria-label': words.searchFor },
    ...{ maxlength: '200', autocomplete: 'off', spellcheck: 'false' },
  })
  const form = element('form', { role: 'search', class: 'search' }, input)
  let asked = ''

  async function look() {
    const typed = input.value.trim()
    asked = typed
    if (typed === '') {
      show(undefined)
      return
    }
    try {
      const found = await find(typed)
      if (asked === typed) show(results(typed, found, leave))
    } catch (error) {
      if (asked === typed) show(element('p', { class: 'note', role: 'alert' }, wordsOf(error)))
    }
  }
  function leave() {
    input.value = ''
    void look()
    input.focus()
  }
  let typing: ReturnType<typeof setTimeout> | undefined
  const soon = (milliseconds: number) => {
    clearTimeout(typing)
    typing = setTimeout(() => void look(), milliseconds)
  }
  input.addEventListener('input', () => soon(input.value.trim() === '' ? 0 : 300))
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    soon(0)
  })
  return form
}

function results(typed: string, found: Found, leave: () => void) {
  const list = element('ul', { class: 'found' })
  const made = new Map<string, HTMLElement>()
  const more = element('button', { type: 'button', class: 'plain' }, words.more)
  const back = element('button', { type: 'button', class: 'plain' }, words.back)
  const statusLine = element('p', { class: 'small' })
  const show = ({ cards, next }: Found) => {
    arrange<Card>(list, cards, ({ id }) => id, made, showCard)
    more.hidden = next === undefined
    statusLine.textContent =
      cards.length === 0 && next === undefined ? words.nothing : words.found(cards.length, next !== undefined)
    announce(statusLine.textContent)
  }
  more.addEventListener('click', () => {
    goOn(typed, found).then(
      (longer) => show((found = longer)),
      (error: unknown) => (statusLine.textContent = wordsOf(error)),
    )
  })
  back.addEventListener('click', leave)
  show(found)
  return element(
    'section',
    { class: 'results', 'aria-labelledby': 'found' },
    element('h2', { id: 'found' }, words.foundFor(typed)),
    statusLine,
    list,
    element('p', { class: 'row' }, more, back),
  )
}
