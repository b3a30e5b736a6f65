import MiniSearch from 'minisearch'
import { element } from '../shared/element.ts'
import { excerpt, highlighted, queryOf, wordsOf } from './search-terms.ts'
import { button } from './tools.ts'

/** An entry of the index: a page, or a section of one (lib/site/docs/build.ts). */
interface Entry {
  url: string
  title: string
  page: string
  text: string
}

/** A result, with the words of the documentation that matched. */
type Found = Entry & { terms: string[] }

let index: Promise<MiniSearch<Entry>> | undefined
async function load(): Promise<MiniSearch<Entry>> {
  const response = await fetch(document.documentElement.dataset['search'] ?? '')
  if (!response.ok) throw new Error(`The search index cannot be loaded (${response.status})`)
  const search = new MiniSearch<Entry>({
    idField: 'url',
    fields: ['title', 'page', 'text'],
    storeFields: ['url', 'title', 'page', 'text'],
    searchOptions: {
      boost: { title: 4, page: 1.5 },
      prefix: true,
      // Short words are a letter away from many others.
      fuzzy: (term) => (term.length > 4 ? 0.15 : false),
      weights: { prefix: 0.4, fuzzy: 0.1 },
      combineWith: 'AND',
      // Guides explain what the reference lists.
      boostDocument: (url, term, stored) =>
        (String(url).startsWith('/docs/api/') ? 1 : 2.5) *
        (wordsOf(String(stored?.['title'])).includes(term) ? 2 : 1),
    },
  })
  search.addAll((await response.json()) as Entry[])
  return search
}

/** A button that opens the search, as Ctrl+K and / do. */
export function searchButton(): HTMLButtonElement {
  const input = element('input', {
    type: 'search',
    'aria-label': 'Search the documentation',
    placeholder: 'Search the documentation',
  })
  const results = element('ol')
  const status = element('p', { class: 'small', role: 'status' })
  const dialog = element('dialog', { 'aria-label': 'Search' }, input, status, results)
  document.body.append(dialog)
  const open = () => {
    index ??= load()
    dialog.showModal()
    input.select()
  }
  input.addEventListener('input', () => void show(input.value, results, status))
  input.addEventListener('keydown', ({ key }) => {
    // Browsers would empty the input first.
    if (key === 'Escape') dialog.close()
    if (key === 'Enter') results.querySelector('a')?.click()
    if (key === 'ArrowDown') results.querySelector('a')?.focus()
  })
  results.addEventListener('keydown', (event) => moveFocus(event, input))
  dialog.addEventListener('click', ({ target }) => {
    // A link to a section of the open page does not leave it.
    if (target === dialog || (target instanceof Element && target.closest('a'))) dialog.close()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
    const isShortcut =
      (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping)
    if (!isShortcut || dialog.open) return
    event.preventDefault()
    open()
  })
  const made = button('Search ', open)
  made.append(element('kbd', { class: 'wide' }, 'Ctrl K'))
  return made
}

async function show(query: string, results: HTMLElement, status: HTMLElement): Promise<void> {
  try {
    const search = await (index ??= load())
    const all = search.search(queryOf(query)) as unknown as Found[]
    // `POST /api/v1/shipments` is how the text of its operation begins.
    const begins = ({ text }: Found) => Number(text.toLowerCase().startsWith(`${query.trim().toLowerCase()} `))
    const found = all.toSorted((one, other) => begins(other) - begins(one)).slice(0, 12)
    status.textContent =
      query === '' ? '' : found.length === 0 ? `Nothing found for “${query}”` : `${found.length} results`
    results.replaceChildren(...found.map(result))
  } catch {
    index = undefined
    status.textContent = 'The search index cannot be loaded. Try again.'
  }
}

const result = ({ url, title, page, text, terms }: Found) =>
  element(
    'li',
    {},
    element(
      'a',
      { href: url },
      `${title} `,
      element('small', {}, page),
      element('span', {}, ...highlighted(excerpt(text, terms), terms)),
    ),
  )

/** Arrow keys move through the results, and up from the first one to the input. */
function moveFocus(event: KeyboardEvent, input: HTMLElement): void {
  const item = event.target instanceof Element ? event.target.closest('li') : undefined
  if (!item || !['ArrowDown', 'ArrowUp'].includes(event.key)) return
  event.preventDefault()
  const next = event.key === 'ArrowDown' ? item.nextElementSibling : item.previousElementSibling
  if (next) next.querySelector('a')?.focus()
  else if (event.key === 'ArrowUp') input.focus()
}
