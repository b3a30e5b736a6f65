import { managerRoles, bookingRoles } from '../../shared/domain/kernel/roles.ts'
import { ageOf } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import { addressOf } from './ui/card.ts'
import { columns } from './columns.ts'
import { live } from './live/realtime.ts'
import { between, poll } from './live/polling.ts'
import { panel, peopleAddress } from './panel/panel.ts'
import { readBoard } from './board-data.ts'
import type { Board } from './ui/records.ts'
import { renew } from './ui/renew.ts'
import { searchBox } from './panel/search.ts'
import { Refused, wordsOf } from './api/request.ts'
import { may } from './api/session.ts'
import { announce, times } from './ui/format.ts'
import { words } from './ui/words.ts'

/** The signed-in user's board, which updates itself, and the panel over it. */
export function desk() {
  const reading = readBoard()
  const note = element('div')
  // Focus for keyboard and screen reader users after signing in.
  const heading = element('h1', { tabindex: '-1' }, words.board)
  const total = element('span', { class: 'count' })
  const pace = element('span', { class: 'pace small' })
  const beginning = element('div')
  const trouble = (error: unknown) => {
    const message = wordsOf(error)
    renew(note, { message, checked }, () => [troubleNote(message, checked, () => latest.now())])
    pace.hidden = true
    announce(message)
  }
  const grid = columns(async (status) => {
    try {
      const longer = await reading.more(status)
      if (longer) grid.show(longer)
    } catch (error) {
      trouble(error)
    }
  })
  let checked: number | undefined
  const latest = poll(async () => {
    try {
      // Shown as soon as it is read, so that a column that was extended meanwhile keeps its length.
      await Promise.all([reading.read().then(show), open.read()])
      checked = Date.now()
      renew(note, '', () => [])
      pace.hidden = false
      return undefined
    } catch (error) {
      // The session has ended; the sign-in form is shown instead.
      if (error instanceof Refused && error.status === 401) return 0
      trouble(error)
      return error instanceof Refused ? error.wait : 0
    }
  })
  const open = panel(() => latest.now())
  const line = live(latest.heard, (follows) => {
    latest.connected(follows)
    pace.classList.toggle('live', follows)
    pace.textContent = follows ? words.live : words.every(between / 1000)
  })

  function show(board: Board): void {
    total.textContent = words.shipments(board.total, board.total_capped)
    renew(beginning, board.total === 0, (empty) => (empty ? [firstSteps()] : []))
    grid.show(board)
    main.classList.remove('waiting')
  }

  const whole = element('div', { class: 'whole' }, beginning, grid.board)
  const found = element('div', { class: 'whole' })
  found.hidden = true
  const search = searchBox((results) => {
    found.replaceChildren(...(results ? [results] : []))
    found.hidden = results === undefined
    whole.hidden = results !== undefined
  })
  const main = element(
    'div',
    { class: 'desk waiting' },
    element(
      'div',
      { class: 'title' },
      heading,
      total,
      may(bookingRoles) && link(addressOf('new'), words.newShipment),
      may(managerRoles) && link(peopleAddress, words.people),
      pace,
    ),
    note,
    whole,
    found,
    open.dialog,
  )
  const begin = () => {
    heading.focus()
    latest.now()
    // Opens the panel if the URL contains one; the panel then reads its own data.
    open.follow()
    line.begin()
  }
  const end = () => {
    latest.stop()
    line.end()
    open.end()
  }
  return { main, search, begin, end }
}

const link = (href: string, says: string) => element('a', { class: 'button plain', href }, says)

/** Shown instead of an empty board. */
function firstSteps() {
  const byOffice = may(bookingRoles)
  return element(
    'section',
    { class: 'card', 'aria-labelledby': 'first' },
    element('h2', { id: 'first' }, words.first),
    element('p', {}, byOffice ? words.firstOffice : words.firstOthers),
    byOffice && element('p', { class: 'small' }, element('a', { href: '/docs' }, words.reference)),
  )
}

function troubleNote(message: string, checked: number | undefined, again: () => void) {
  const button = element('button', { type: 'button', class: 'plain' }, words.again)
  button.addEventListener('click', again)
  return element(
    'section',
    { class: 'note', 'aria-label': message },
    element('p', {}, message),
    checked !== undefined && element('p', { class: 'small' }, ageOf(times, words.checked, checked)),
    button,
  )
}
