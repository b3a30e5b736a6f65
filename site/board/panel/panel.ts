import { managerRoles, bookingRoles } from '../../../shared/domain/kernel/roles.ts'
import { element } from '../../shared/element.ts'
import { bookingForm } from './booking.ts'
import { addressOf } from '../ui/card.ts'
import { people } from './people.ts'
import { may } from '../api/session.ts'
import { shipmentOf } from './shipment.ts'
import { words } from '../ui/words.ts'

/** What the panel shows; `read` brings it up to date, and never throws. */
interface Contents {
  title: HTMLElement
  body: HTMLElement
  focus: () => void
  read?: () => Promise<void>
}
export const peopleAddress = '#/people'

/**
 * The panel over the board, which shows what the address names and follows it: so that the browser's back button closes it,
 * and an address that was sent to a colleague opens it. `changed` is called when something was changed in it.
 */
export function panel(changed: () => void) {
  let shown: (Contents & { address: string }) | undefined
  const dialog = element('dialog', { 'aria-labelledby': 'panel' })
  // Whether the board is the page before this one, to go back to.
  let opened = false

  /** A shipment, `#/shipments/{id}`, one that is yet to be booked, or the company's people. */
  function named(): Contents | undefined {
    if (location.hash === addressOf('new')) return may(bookingRoles) ? booking : undefined
    if (location.hash === peopleAddress) return may(managerRoles) ? people() : undefined
    const [, id] = /^#\/shipments\/([\w-]+)$/.exec(location.hash) ?? []
    return id === undefined ? undefined : shipmentOf(id, changed)
  }
  function follow(): void {
    const address = location.hash
    if (address === shown?.address) return
    const contents = named()
    shown = contents && { ...contents, address }
    if (!shown) {
      dialog.close()
      return
    }
    const close = element('button', { type: 'button', class: 'plain' }, words.close)
    close.addEventListener('click', leave)
    dialog.replaceChildren(element('div', { class: 'head' }, shown.title, close), shown.body)
    if (!dialog.open) dialog.showModal()
    shown.focus()
    void shown.read?.()
  }
  const booking = bookingForm((id) => {
    // The result replaces the form, in the browser's history too.
    if (shown?.address === addressOf('new')) {
      history.replaceState(null, '', addressOf(id))
      follow()
    }
    changed()
  })
  function leave(): void {
    shown = undefined
    dialog.close()
    if (opened) history.back()
    else history.replaceState(null, '', location.pathname + location.search)
  }
  // By Escape, or a phone's own gesture.
  dialog.addEventListener('close', () => {
    if (shown && !dialog.open) leave()
  })
  // The board is next to the panel; a text selection may end there.
  let pressed: EventTarget | null = null
  dialog.addEventListener('pointerdown', ({ target }) => (pressed = target))
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && pressed === dialog) leave()
  })
  const changes = () => {
    const before = shown
    follow()
    opened = shown !== undefined && before === undefined
  }
  addEventListener('hashchange', changes)
  const end = () => {
    removeEventListener('hashchange', changes)
    shown = undefined
    dialog.remove()
  }
  return { dialog, follow, read: async () => shown?.read?.(), end }
}
