import { managerRoles, bookingRoles } from '../../../shared/domain/kernel/roles.ts'
import { element } from '../../shared/element.ts'
import { bookingForm } from './booking.ts'
import { addressOf } from '../ui/card.ts'
import { people } from './people.ts'
import { hasRole } from '../api/session.ts'
import { shipmentOf } from './shipment.ts'
import { words } from '../ui/words.ts'

/** Contents of the panel. `read` reloads them and never throws. */
interface Contents {
  title: HTMLElement
  body: HTMLElement
  focus: () => void
  read?: () => Promise<void>
}
export const peopleAddress = '#/people'

/**
 * The panel over the board. It shows what the URL's fragment identifies, so that the back button closes it and a link
 * opens it. `onChange` is called after a change in the panel.
 */
export function panel(onChange: () => void) {
  let shown: (Contents & { address: string }) | undefined
  const dialog = element('dialog', { 'aria-labelledby': 'panel' })
  // True if the previous history entry is the board, so that closing can go back.
  let canGoBack = false

  /** A shipment, `#/shipments/{id}`, the booking form, or the users. */
  function contentsOfUrl(): Contents | undefined {
    if (location.hash === addressOf('new')) return hasRole(bookingRoles) ? booking : undefined
    if (location.hash === peopleAddress) return hasRole(managerRoles) ? people() : undefined
    const [, id] = /^#\/shipments\/([\w-]+)$/.exec(location.hash) ?? []
    return id === undefined ? undefined : shipmentOf(id, onChange)
  }
  function showCurrent(): void {
    const address = location.hash
    if (address === shown?.address) return
    const contents = contentsOfUrl()
    shown = contents && { ...contents, address }
    if (!shown) {
      dialog.close()
      return
    }
    const close = element('button', { type: 'button', class: 'plain' }, words.close)
    close.addEventListener('click', closePanel)
    dialog.replaceChildren(element('div', { class: 'head' }, shown.title, close), shown.body)
    if (!dialog.open) dialog.showModal()
    shown.focus()
    void shown.read?.()
  }
  const booking = bookingForm((id) => {
    // The shipment replaces the form, also in the history.
    if (shown?.address === addressOf('new')) {
      history.replaceState(null, '', addressOf(id))
      showCurrent()
    }
    onChange()
  })
  function closePanel(): void {
    shown = undefined
    dialog.close()
    if (canGoBack) history.back()
    else history.replaceState(null, '', location.pathname + location.search)
  }
  // Closed by Escape or a gesture.
  dialog.addEventListener('close', () => {
    if (shown && !dialog.open) closePanel()
  })
  // A click outside closes the panel, but not a text selection that ends there.
  let pressed: EventTarget | null = null
  dialog.addEventListener('pointerdown', ({ target }) => (pressed = target))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && pressed === dialog) closePanel()
  })
  const onHashChange = () => {
    const before = shown
    showCurrent()
    canGoBack = shown !== undefined && before === undefined
  }
  addEventListener('hashchange', onHashChange)
  const remove = () => {
    removeEventListener('hashchange', onHashChange)
    shown = undefined
    dialog.remove()
  }
  return { dialog, showCurrent, read: async () => shown?.read?.(), remove }
}
