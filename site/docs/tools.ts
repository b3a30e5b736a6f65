import { element } from '../shared/element.ts'
import { readChoice, storeChoice } from './stored.ts'

/** A button. */
export function button(
  label: string,
  onClick: (self: HTMLButtonElement) => void,
  className = '',
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...(className && { class: className }) }, label)
  made.addEventListener('click', () => onClick(made))
  return made
}

const themes = ['auto', 'light', 'dark'] as const
const symbols = { auto: '◐', light: '☀', dark: '☾' }

/** A button that goes through the themes. */
export function themeButton(): HTMLButtonElement {
  let theme = themes.find((one) => one === readChoice('theme')) ?? 'auto'
  const made = button('', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto'
    storeChoice('theme', theme === 'auto' ? undefined : theme)
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
    update()
  })
  const update = () => {
    made.textContent = symbols[theme]
    made.title = `Theme: ${theme}`
    made.setAttribute('aria-label', made.title)
  }
  update()
  return made
}

/** A button that shows and hides the navigation on narrow screens, where it covers the page. */
export function menuButton(): HTMLButtonElement {
  const navigation = document.querySelector('#navigation')
  const show = (isOpen: boolean) => {
    document.body.dataset['menu'] = isOpen ? 'open' : 'closed'
    made.textContent = isOpen ? 'Close' : 'Menu'
    made.setAttribute('aria-expanded', `${isOpen}`)
    if (isOpen) navigation?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }
  const made = button('Menu', () => show(document.body.dataset['menu'] !== 'open'))
  // A link to a section of the open page does not leave it.
  navigation?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) show(false)
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || document.body.dataset['menu'] !== 'open') return
    show(false)
    made.focus()
  })
  made.id = 'menu'
  made.setAttribute('aria-expanded', 'false')
  made.setAttribute('aria-controls', 'navigation')
  return made
}

/** Announces a change to screen readers. */
export function announce(text: string): void {
  const region = document.querySelector('#announcement')
  if (region) region.textContent = text
}

const copiedShown = 2000

/** A button that copies a text, and says so for two seconds. */
export const copyButton = (textOf: () => string): HTMLButtonElement =>
  button(
    'Copy',
    (self) => {
      void navigator.clipboard.writeText(textOf()).then(() => {
        self.textContent = 'Copied'
        announce('Copied')
        setTimeout(() => (self.textContent = 'Copy'), copiedShown)
      })
    },
    'copy',
  )
