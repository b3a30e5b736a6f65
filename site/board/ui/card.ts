import { ageOf } from '../../shared/age.ts'
import { element, userText } from '../../shared/element.ts'
import type { Card } from './records.ts'
import { renew } from './renew.ts'
import { times, formatWeight } from './format.ts'
import { words } from './words.ts'

/** The URL fragment of a shipment. */
export const addressOf = (id: string) => `#/shipments/${id}`

/** Origin and destination. */
export function route({ origin, destination }: Pick<Card, 'origin' | 'destination'>) {
  const place = (name: string) => (name === '' ? words.notYetKnown : userText(name))
  return element('span', { class: 'route' }, place(origin), ' → ', place(destination))
}
export const payment = ({ payment_status }: Pick<Card, 'payment_status'>) =>
  element('span', { class: payment_status === 'PAID' ? 'tag good' : 'tag' }, words.payments[payment_status])

/** Renders a shipment into its list item. */
export function showCard(place: HTMLElement, card: Card): void {
  const { id, tracking_id, recipient_name, weight, packages_count, created_at } = card
  const link =
    place.querySelector('a') ?? place.appendChild(element('a', { class: 'parcel', href: addressOf(id) }))
  renew(link, card, () => [
    element('strong', {}, userText(recipient_name)),
    element('span', { class: 'id small' }, tracking_id),
    route(card),
    element('span', { class: 'small' }, `${formatWeight(weight)} · ${words.packages(packages_count)}`),
    element(
      'span',
      { class: 'foot small' },
      payment(card),
      ageOf(times, (age) => age, Date.parse(created_at)),
    ),
  ])
}
