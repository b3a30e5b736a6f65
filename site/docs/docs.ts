import { addCopyButtons, addLanguageTabs, showOwnOrigin } from './samples.ts'
import { searchButton } from './search.ts'
import { tryButton } from './try/form.ts'
import { signInButton } from './try/sign-in.ts'
import { menuButton, themeButton } from './tools.ts'
import { element } from '../shared/element.ts'

document.querySelector('#tools')?.append(searchButton(), themeButton(), signInButton(), menuButton())
showOwnOrigin()
addCopyButtons()
addLanguageTabs()
for (const operation of document.querySelectorAll<HTMLElement>('.operation'))
  operation.querySelector('.endpoint')?.append(tryButton(operation))
addFilter()
markCurrentSection()

/** Marks the link to the section that is at the top of the window, in the sidebar and in the list of contents. */
function markCurrentSection(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('#navigation a, #contents a')]
      .filter(({ hash, pathname }) => hash !== '' && pathname === location.pathname)
      .map((link) => [link.hash.slice(1), link]),
  )
  const sections = [...links.keys()]
    .map((id) => document.getElementById(id))
    .filter((section) => section !== null)
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const passed = sections.filter((section) => section.getBoundingClientRect().top < 120).at(-1)
    const link = links.get((passed ?? sections[0])?.id ?? '')
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    link?.scrollIntoView({ block: 'nearest' })
    current = link
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}

/** A field above the operations of the sidebar that keeps those which contain its words. */
function addFilter(): void {
  const list = document.querySelector('#operations')
  const input = element('input', {
    id: 'filter',
    type: 'search',
    placeholder: 'Filter operations',
    'aria-label': 'Filter operations',
  })
  list?.before(input)
  const topics = [...document.querySelectorAll<HTMLDetailsElement>('#operations details')]
  const opened = new Map(topics.map((topic) => [topic, topic.open]))
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/)
    const matches = (text: string) => words.every((word) => text.toLowerCase().includes(word))
    for (const topic of topics) {
      const name = topic.querySelector('summary')?.textContent ?? ''
      const items = [...topic.querySelectorAll('li')]
      for (const item of items) item.hidden = !matches(`${name} ${item.textContent}`)
      const isEmpty = items.every(({ hidden }) => hidden)
      if (topic.parentElement) topic.parentElement.hidden = isEmpty
      topic.open = input.value === '' ? (opened.get(topic) ?? false) : !isEmpty
    }
  })
}
