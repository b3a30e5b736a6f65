import { element } from '../../shared/element.ts'
import { parseTrackingId } from '../../track/tracking-id.ts'
import { showCard } from '../ui/card.ts'
import type { Card } from '../ui/records.ts'
import { arrange } from '../ui/renew.ts'
import { errorMessage } from '../api/request.ts'
import { call } from '../api/api-client.ts'
import { announce } from '../ui/format.ts'
import { words } from '../ui/words.ts'

interface SearchResults {
  cards: Card[]
  next: string | undefined
}
/** Results per request, and pages read for them: pages of a filtered list may be short or empty. */
const [resultsPerRequest, maxPages] = [20, 10]

/** The filters that find exactly what a text may be: an id on a label, a phone number, or the company's own reference. */
function exactFilters(query: string): Record<string, string>[] {
  const id = parseTrackingId(query)
  return [
    ...(id?.length === 'TRK-0000000000000'.length ? [{ tracking_id: id }] : []),
    ...(/^PKG[-_]/i.test(query) ? [{ package_code: query }] : []),
    ...(/^[+\d][\d\s().\/-]{5,}$/.test(query) ? [{ phone: query }] : []),
    ...(query.length <= 100 ? [{ reference: query }] : []),
  ]
}

/** Searches for what the text is exactly, then for words of names. Throws RequestError. */
async function find(query: string): Promise<SearchResults> {
  const found = await Promise.all(
    exactFilters(query).map((filter) => call<Card[]>(`GET /api/v1/shipments?${new URLSearchParams(filter)}`)),
  )
  const cards = found.flatMap(({ body }) => body)
  if (cards.length > 0) return { cards: withoutRepetition(cards), next: undefined }
  return readMore(query, { cards: [], next: undefined })
}

const withoutRepetition = (cards: readonly Card[]) => [
  ...new Map(cards.map((card) => [card.id, card])).values(),
]

async function readMore(query: string, { cards, next }: SearchResults): Promise<SearchResults> {
  const target = cards.length + resultsPerRequest
  for (let pages = 0; pages < maxPages && cards.length < target; pages++) {
    const parameters = new URLSearchParams({ q: query, ...(next !== undefined && { cursor: next }) })
    const page = await call<Card[]>(`GET /api/v1/shipments?${parameters}`)
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
  let currentSearch = ''

  async function runSearch() {
    const query = input.value.trim()
    currentSearch = query
    if (query === '') {
      show(undefined)
      return
    }
    try {
      const found = await find(query)
      if (currentSearch === query) show(results(query, found, clear))
    } catch (error) {
      if (currentSearch === query) show(element('p', { class: 'note', role: 'alert' }, errorMessage(error)))
    }
  }
  function clear() {
    input.value = ''
    void runSearch()
    input.focus()
  }
  let debounceTimer: ReturnType<typeof setTimeout> | undefined
  const searchAfter = (milliseconds: number) => {
    clearTimeout(debounceTimer)
    debounceTimer = setTimeout(() => void runSearch(), milliseconds)
  }
  input.addEventListener('input', () => searchAfter(input.value.trim() === '' ? 0 : 300))
  form.addEventListener('submit', (submission) => {
    submission.preventDefault()
    searchAfter(0)
  })
  return form
}

function results(query: string, found: SearchResults, clear: () => void) {
  const list = element('ul', { class: 'found' })
  const elements = new Map<string, HTMLElement>()
  const more = element('button', { type: 'button', class: 'plain' }, words.more)
  const back = element('button', { type: 'button', class: 'plain' }, words.back)
  const statusLine = element('p', { class: 'small' })
  const show = ({ cards, next }: SearchResults) => {
    arrange<Card>(list, cards, ({ id }) => id, elements, showCard)
    more.hidden = next === undefined
    statusLine.textContent =
      cards.length === 0 && next === undefined ? words.nothing : words.found(cards.length, next !== undefined)
    announce(statusLine.textContent)
  }
  more.addEventListener('click', () => {
    readMore(query, found).then(
      (extended) => show((found = extended)),
      (error: unknown) => (statusLine.textContent = errorMessage(error)),
    )
  })
  back.addEventListener('click', clear)
  show(found)
  return element(
    'section',
    { class: 'results', 'aria-labelledby': 'found' },
    element('h2', { id: 'found' }, words.foundFor(query)),
    statusLine,
    list,
    element('p', { class: 'row' }, more, back),
  )
}
