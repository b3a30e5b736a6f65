import { element } from '../shared/element.ts'
import { readChoice, storeChoice } from './stored.ts'

/** A button with a plain look. */
export function button(
  label: string,
  onClick: (self: HTMLButtonElement) => void,
  className = 'plain',
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, label)
  made.addEventListener('click', () => onClick(made))
  return made
}

const themes = ['auto', 'light', 'dark'] as const
const labels = { auto: 'Theme: auto', light: 'Theme: light', dark: 'Theme: dark' }

/** A button that goes through the themes. */
export function themeButton(): HTMLButtonElement {
  let theme = themes.find((one) => one === readChoice('theme')) ?? 'auto'
  return button(
    labels[theme],
    (self) => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto'
      self.textContent = labels[theme]
      storeChoice('theme', theme === 'auto' ? undefined : theme)
      if (theme === 'auto') delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = theme
    },
    'plain wide',
  )
}

/** A button that shows and hides the navigation on narrow screens. */
export function menuButton(): HTMLButtonElement {
  const made = button('Menu', () => {
    const isOpen = document.body.dataset['menu'] === 'open'
    document.body.dataset['menu'] = isOpen ? 'closed' : 'open'
    made.setAttribute('aria-expanded', `${!isOpen}`)
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

/** A button that copies a text. */
export const copyButton = (textOf: () => string): HTMLButtonElement =>
  button('Copy', (self) => {
    void navigator.clipboard.writeText(textOf()).then(() => {
      self.textContent = 'Copied'
      announce('Copied')
    })
  })
