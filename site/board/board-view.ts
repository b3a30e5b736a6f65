import { managerRoles, bookingRoles } from '../../shared/domain/kernel/roles.ts'
import { ageOf } from '../shared/age.ts'
import { element } from '../shared/element.ts'
import { addressOf } from './ui/card.ts'
import { columns } from './columns.ts'
import { subscribe } from './live/realtime.ts'
import { intervalMilliseconds, poll } from './live/polling.ts'
import { panel, peopleAddress } from './panel/panel.ts'
import { readBoard } from './board-data.ts'
import type { Board } from './ui/records.ts'
import { renew } from './ui/renew.ts'
import { searchBox } from './panel/search.ts'
import { RequestError, errorMessage } from './api/request.ts'
import { hasRole } from './api/session.ts'
import { announce, times } from './ui/format.ts'
import { words } from './ui/words.ts'

/** The signed-in user's board, which updates itself, and the panel over it. */
export function boardView() {
  const boardReader = readBoard()
  const note = element('div')
  // Focus for keyboard and screen reader users after signing in.
  const heading = element('h1', { tabindex: '-1' }, words.board)
  const total = element('span', { class: 'count' })
  const indicator = element('span', { class: 'update-indicator small' })
  const firstStepsPlace = element('div')
  const showError = (error: unknown) => {
    const message = errorMessage(error)
    renew(note, { message, updatedAt }, () => [errorNote(message, updatedAt, () => polling.now())])
    indicator.hidden = true
    announce(message)
  }
  const grid = columns(async (status) => {
    try {
      const extended = await boardReader.more(status)
      if (extended) grid.show(extended)
    } catch (error) {
      showError(error)
    }
  })
  let updatedAt: number | undefined
  const polling = poll(async () => {
    try {
      // The board does not wait for the panel: a column that is extended in between would shrink again.
      await Promise.all([boardReader.read().then(show), detailPanel.read()])
      updatedAt = Date.now()
      renew(note, '', () => [])
      indicator.hidden = false
      return undefined
    } catch (error) {
      // The session has ended; the sign-in form is shown instead.
      if (error instanceof RequestError && error.status === 401) return 0
      showError(error)
      return error instanceof RequestError ? error.retryAfter : 0
    }
  })
  const detailPanel = panel(() => polling.now())
  const connection = subscribe(polling.onEvent, (isConnected) => {
    polling.connected(isConnected)
    indicator.classList.toggle('live', isConnected)
    indicator.textContent = isConnected ? words.live : words.every(intervalMilliseconds / 1000)
  })

  function show(board: Board): void {
    total.textContent = words.shipments(board.total, board.total_capped)
    renew(firstStepsPlace, board.total === 0, (empty) => (empty ? [firstSteps()] : []))
    grid.show(board)
    main.classList.remove('waiting')
  }

  const boardPlace = element('div', { class: 'whole' }, firstStepsPlace, grid.board)
  const resultsPlace = element('div', { class: 'whole' })
  resultsPlace.hidden = true
  const search = searchBox((results) => {
    resultsPlace.replaceChildren(...(results ? [results] : []))
    resultsPlace.hidden = results === undefined
    boardPlace.hidden = results !== undefined
  })
  const main = element(
    'div',
    { class: 'desk waiting' },
    element(
      'div',
      { class: 'title' },
      heading,
      total,
      hasRole(bookingRoles) && link(addressOf('new'), words.newShipment),
      hasRole(managerRoles) && link(peopleAddress, words.people),
      indicator,
    ),
    note,
    boardPlace,
    resultsPlace,
    detailPanel.dialog,
  )
  const start = () => {
    heading.focus()
    polling.now()
    // Opens the panel if the URL contains one; the panel then reads its own data.
    detailPanel.showCurrent()
    connection.open()
  }
  const stop = () => {
    polling.stop()
    connection.close()
    detailPanel.remove()
  }
  return { main, search, start, stop }
}

const link = (href: string, label: string) => element('a', { class: 'button plain', href }, label)

/** Shown instead of an empty board. */
function firstSteps() {
  const canBook = hasRole(bookingRoles)
  return element(
    'section',
    { class: 'card', 'aria-labelledby': 'first' },
    element('h2', { id: 'first' }, words.first),
    element('p', {}, canBook ? words.firstOffice : words.firstOthers),
    canBook && element('p', { class: 'small' }, element('a', { href: '/docs' }, words.reference)),
  )
}

function errorNote(message: string, updatedAt: number | undefined, retry: () => void) {
  const button = element('button', { type: 'button', class: 'plain' }, words.tryAgain)
  button.addEventListener('click', retry)
  return element(
    'section',
    { class: 'note', 'aria-label': message },
    element('p', {}, message),
    updatedAt !== undefined && element('p', { class: 'small' }, ageOf(times, words.lastUpdated, updatedAt)),
    button,
  )
}
