import { office } from '../../shared/domain/roles.ts'
import { element } from '../shared/element.ts'
import { bookingForm } from './booking.ts'
import { addressOf } from './card.ts'
import { may } from './session.ts'
import { shipmentOf } from './shipment.ts'
import { words } from './words.ts'

/** The shipment that the address names, `#/shipments/{id}`; one that is yet to be booked is `new`. */
const named = () => /^#\/shipments\/([\w-]+)$/.exec(location.hash)?.[1]

/**
 * The panel that shows the shipment in the address, and follows it: so that the browser's back button closes it, and an
 * address that was sent to a colleague opens it. `changed` is called when something was changed in it.
 */
export function panel(changed: () => void) {
  let shown: { id: string; read?: () => Promise<void> } | undefined
  const dialog = element('dialog', { 'aria-labelledby': 'shipment' })
  // Whether the board is the page before this one, to go back to.
  let opened = false

  function follow(): void {
    const id = named()
    if (id === shown?.id) return
    if (id === undefined) {
      shown = undefined
      dialog.close()
      return
    }
    const { title, body, focus, ...rest } = id === 'new' && may(office) ? booking : shipmentOf(id, changed)
    shown = { id, ...rest }
    const close = element('button', { type: 'button', class: 'plain' }, words.close)
    close.addEventListener('click', leave)
    dialog.replaceChildren(element('div', { class: 'head' }, title, close), body)
    if (!dialog.open) dialog.showModal()
    focus()
    void shown.read?.()
  }
  // It stands in the form's place, in the browser's history too.
  const booking = bookingForm((id) => {
    history.replaceState(null, '', addressOf(id))
    follow()
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
  // Beside the panel is the board.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) leave()
  })
  const changes = () => {
    opened = named() !== undefined
    follow()
  }
  addEventListener('hashchange', changes)
  const end = () => {
    removeEventListener('hashchange', changes)
    dialog.remove()
  }
  return { dialog, follow, read: async () => shown?.read?.(), end }
}
