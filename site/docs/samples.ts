import { element } from '../shared/element.ts'
import { readChoice, storeChoice } from './stored.ts'
import { announce, button, copyButton } from './tools.ts'

/** The service's own origin in samples, in place of that of `npm start`. */
export function showOwnOrigin(): void {
  const [own, shown] = [location.origin, 'http://127.0.0.1:3000']
  if (own === shown) return
  for (const block of document.querySelectorAll('pre code')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode } = texts
      currentNode.textContent = currentNode.textContent?.replaceAll(shown, own) ?? ''
    }
  }
}

/** Gives each block of code a button to copy it: in its caption if it has one, else next to the code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('article pre')) {
    // Samples share one, next to their tabs.
    if (block.closest('.sample')) continue
    const copy = copyButton(() => block.textContent)
    const caption = block.closest('figure')?.querySelector('figcaption')
    if (caption) {
      caption.append(copy)
      continue
    }
    const wrapper = element('div', { class: 'copyable' })
    block.replaceWith(wrapper)
    wrapper.append(block, copy)
  }
}

const samples = () => [...document.querySelectorAll<HTMLElement>('.sample')]
const tabs = () => [...document.querySelectorAll<HTMLButtonElement>('[data-tab]')]

/** Shows samples in one language, which the reader chooses for all of them. */
export function addLanguageTabs(): void {
  const languages = [...new Set(samples().map(({ dataset }) => dataset['language'] ?? ''))]
  for (const operation of document.querySelectorAll<HTMLElement>('.operation')) {
    const bar = element('div', { class: 'bar', role: 'group', 'aria-label': 'Language of the samples' })
    for (const language of languages) {
      const tab = button(language, () => {
        const top = tab.getBoundingClientRect().top
        choose(language)
        // Samples differ in length, and the chosen one stays where it is.
        scrollBy(0, tab.getBoundingClientRect().top - top)
        storeChoice('language', language)
        announce(`Samples in ${language}`)
      })
      tab.dataset['tab'] = language
      bar.append(tab)
    }
    const shown = () => operation.querySelector('.sample:not([hidden]) pre')?.textContent ?? ''
    if (operation.querySelector('.sample')) {
      bar.append(copyButton(shown))
      operation.querySelector('.samples')?.prepend(bar)
    }
    for (const caption of operation.querySelectorAll('.sample figcaption'))
      caption.classList.add('visually-hidden')
  }
  const stored = readChoice('language')
  choose(languages.find((language) => language === stored) ?? languages[0] ?? '')
}

function choose(language: string): void {
  for (const sample of samples()) sample.hidden = sample.dataset['language'] !== language
  for (const tab of tabs()) tab.setAttribute('aria-pressed', `${tab.dataset['tab'] === language}`)
}
