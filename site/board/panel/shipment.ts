import { titles } from '../../../shared/domain/states/shipment.ts'
import { element, userText } from '../../shared/element.ts'
import { bookingRoles } from '../../../shared/domain/kernel/roles.ts'
import { packageForm } from './booking.ts'
import { payment, route } from '../ui/card.ts'
import { packageOf } from './package.ts'
import type { Package, Shipment } from '../ui/records.ts'
import { renew } from '../ui/renew.ts'
import { errorMessage } from '../api/request.ts'
import { hasRole } from '../api/session.ts'
import { call } from '../api/api-client.ts'
import { formatTime, formatPrice, formatWeight } from '../ui/format.ts'
import { words } from '../ui/words.ts'

/** A shipment's details with its packages. `onChange` is called after a change. */
export function shipmentOf(id: string, onChange: () => void) {
  const title = element('h2', { id: 'panel', tabindex: '-1' }, words.loading)
  const facts = element('div')
  const list = element('div')
  const note = element('p', { class: 'error', role: 'alert' })
  const packages = new Map<string, ReturnType<typeof packageOf>>()
  const none = element('p', { class: 'small' }, words.noPackages)
  none.hidden = true
  let added: string | undefined
  const addForm = packageForm(id, (one) => {
    added = one
    more.open = false
    onChange()
  })
  const more = element('details', { class: 'package' }, element('summary', {}, words.addPackage), addForm.form)
  more.hidden = true
  const body = element(
    'div',
    { class: 'shipment' },
    note,
    facts,
    element('h3', {}, words.packagesTitle),
    list,
    none,
    hasRole(bookingRoles) && more,
  )
  let first = true

  /** Reads the shipment, its packages, and the details of open packages. Never throws. */
  async function read(): Promise<void> {
    try {
      const [{ body: shipment }, { body: all }] = await Promise.all([
        call<Shipment>(`GET /api/v1/shipments/${id}`),
        call<Package[]>(`GET /api/v1/shipments/${id}/packages`),
      ])
      note.textContent = ''
      renew(title, shipment.tracking_id, () => [element('span', { class: 'id' }, shipment.tracking_id)])
      renew(facts, shipment, factsOf)
      showPackages(all)
      addForm.suggest(all.length > 0 ? undefined : shipment.weight)
      await Promise.all(
        [...packages.values()].filter(({ details }) => details.open).map(({ readMore }) => readMore()),
      )
      more.hidden = false
      openNext()
    } catch (error) {
      note.textContent = errorMessage(error)
      if (first) title.textContent = words.notFound
    }
    first = false
  }

  /** Opens the first package or the form when the shipment is opened, and later each added package. */
  function openNext(): void {
    const next = first ? (list.querySelector('details') ?? more) : packages.get(added ?? '')?.details
    if (!next) return
    next.open = true
    // Focus moves to the added package; the form is ready for the next one.
    if (added !== undefined && !more.open) next.querySelector('summary')?.focus()
    added = undefined
  }

  function showPackages(all: readonly Package[]): void {
    none.hidden = all.length > 0
    for (const [id, { details }] of packages)
      if (!all.some((one) => one.id === id)) {
        packages.delete(id)
        details.remove()
      }
    // The API returns the newest first; they are shown in order of creation.
    for (const record of [...all].reverse()) {
      const one = packages.get(record.id) ?? packageOf(record.id, onChange)
      packages.set(record.id, one)
      // An open package shows what it has read itself, with its version.
      if (!one.details.open) one.show(record)
      if (!one.details.isConnected) list.append(one.details)
    }
  }
  return { title, body, focus: () => title.focus(), read }
}

function factsOf(shipment: Shipment): Node[] {
  const fact = (name: string, ...value: (Node | string)[]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, ...value))
  const person = (name: string, phone: string, address: string) => [
    userText(name),
    element('span', { class: 'small' }, element('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}` }, phone)),
    ...(address === '' ? [] : [element('span', { class: 'small' }, userText(address))]),
  ]
  const { tracking_id, status, description, reference, sender_name, sender_phone, sender_address } = shipment
  const { recipient_name, recipient_phone, recipient_address, weight, price, created_at } = shipment
  return [
    element('p', { class: 'row' }, element('span', { class: 'tag good' }, titles[status]), payment(shipment)),
    element(
      'dl',
      {},
      fact(words.from, ...person(sender_name, sender_phone, sender_address)),
      fact(words.to, ...person(recipient_name, recipient_phone, recipient_address)),
      fact(words.route, route(shipment)),
      fact(words.weight, formatWeight(weight)),
      fact(words.price, formatPrice(price)),
      fact(words.booked, formatTime(new Date(created_at))),
      ...(reference === null ? [] : [fact(words.fields.reference, userText(reference))]),
      ...(description === '' ? [] : [fact(words.contents, userText(description))]),
    ),
    element(
      'p',
      { class: 'small' },
      element('a', { href: `/track/${tracking_id}`, target: '_blank', rel: 'noopener' }, words.publicPage),
    ),
  ]
}
