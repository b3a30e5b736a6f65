import type { ShipmentStatus } from '../../shared/domain/states/shipment.ts'
import { element } from '../shared/element.ts'
import { showCard } from './ui/card.ts'
import type { Board, Card, Column } from './ui/records.ts'
import { arrange, focusKeeper } from './ui/renew.ts'
import { formatCount } from './ui/format.ts'
import { words } from './ui/words.ts'

/** The columns of the board. `more` loads the next page of one. */
export function columns(more: (status: ShipmentStatus) => Promise<void>) {
  const shown = new Map<ShipmentStatus, ReturnType<typeof column>>()
  const cards = new Map<string, HTMLElement>()
  const keepFocus = focusKeeper()
  const board = element('div', {
    ...{ class: 'columns', role: 'region', 'aria-label': words.columns, tabindex: '0' },
  })

  function show({ columns }: Pick<Board, 'columns'>): void {
    const before = new Map([...cards].map(([id, card]) => [id, card.parentElement]))
    const focused = keepFocus(() => columns.forEach(showColumn))
    const present = new Set(columns.flatMap(({ shipments }) => shipments.map(({ id }) => id)))
    for (const [id, card] of cards) {
      // While a shipment changes columns it may be in neither, since the board's index is eventually consistent.
      if (!present.has(id) && !card.contains(focused)) cards.delete(id)
      // Highlights moved cards.
      const from = before.get(id)
      if (before.size > 0) card.classList.toggle('moved', from !== card.parentElement)
    }
  }
  function showColumn(one: Column): void {
    const place = shown.get(one.status) ?? column(one, () => more(one.status))
    shown.set(one.status, place)
    if (!place.section.isConnected) board.append(place.section)
    place.show(one, cards)
  }
  return { board, show }
}

function column({ status, title }: Column, more: () => Promise<void>) {
  const count = element('span', { class: 'count' })
  const list = element('ul')
  const none = element('p', { class: 'small none' }, words.emptyColumn)
  const button = element(
    'button',
    { type: 'button', class: 'plain', 'aria-label': words.moreOf(title) },
    words.more,
  )
  button.addEventListener('click', () => {
    button.setAttribute('aria-disabled', 'true')
    void more().finally(() => button.removeAttribute('aria-disabled'))
  })
  const section = element(
    'section',
    { class: 'column', 'aria-labelledby': `title-${status}` },
    element('h2', { id: `title-${status}` }, title, ' ', count),
    element('div', { class: 'cards' }, list, none, button),
  )
  const show = (column: Column, cards: Map<string, HTMLElement>) => {
    count.textContent = formatCount(column.count, column.count_capped)
    none.hidden = column.shipments.length > 0
    arrange<Card>(list, column.shipments, ({ id }) => id, cards, showCard)
    // Focus moves from the button at the end of the list to the first new card.
    if (column.next_cursor === null && document.activeElement === button)
      list.querySelector<HTMLElement>('li:last-child a')?.focus()
    button.hidden = column.next_cursor === null
  }
  return { section, show }
}
