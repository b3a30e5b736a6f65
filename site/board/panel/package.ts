import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { element, userText } from '../../shared/element.ts'
import { ageOf } from '../../shared/age.ts'
import { printLabel } from './label.ts'
import { nextStatus } from './moves.ts'
import { photosOf } from './photos.ts'
import type { Event, Package } from '../ui/records.ts'
import { renew } from '../ui/renew.ts'
import { RequestError, errorMessage } from '../api/request.ts'
import { hasRole } from '../api/session.ts'
import { call, type ApiResponse } from '../api/api-client.ts'
import { codeToText, times, formatWeight } from '../ui/format.ts'
import { timeline } from './timeline.ts'
import { words } from '../ui/words.ts'

/**
 * A package of a shipment: a summary, and details with actions, photos and timeline, which are read when opened.
 * `onChange` is called after a change of status.
 */
export function packageOf(id: string, onChange: () => void) {
  let current: ApiResponse<Package> | undefined
  const summary = element('summary')
  const note = element('div')
  const actions = element('p', { class: 'row' })
  const statusLine = element('p', { class: 'small', role: 'status' })
  const history = element('div')
  const photos = photosOf(id, readMore)
  const details = element(
    'details',
    { class: 'package' },
    summary,
    ...[note, actions, statusLine],
    element('h4', {}, words.photos),
    photos.place,
    element('h4', {}, words.timeline),
    history,
  )
  details.addEventListener('toggle', () => {
    if (details.open) readMore().catch(showError)
  })
  const showError = (error: unknown) => showStatus(errorMessage(error), true)
  function showStatus(text: string, isError = false) {
    statusLine.className = isError ? 'error' : 'small'
    statusLine.textContent = text
  }

  function show(record: Package): void {
    renew(summary, record, head)
    renew(note, record.exception, exceptionOf)
    renew(actions, record.status, (status) => buttons(status, record))
  }
  // Of parallel reads, the last one started is shown.
  let lastRead = 0
  /** Reads the package with its version, its photos and its timeline. Throws RequestError. */
  async function readMore(): Promise<void> {
    const thisRead = ++lastRead
    const [one, events] = await Promise.all([
      call<Package>(`GET /api/v1/packages/${id}`),
      call<Event[]>(`GET /api/v1/packages/${id}/events`),
      photos.read(),
    ])
    if (thisRead !== lastRead) return
    current = one
    show(one.body)
    renew(history, events.body, (all) => [timeline(all)])
  }

  function buttons(status: Package['status'], { qr_code }: Package): (Node | string)[] {
    const label = element('button', { type: 'button', class: 'plain' }, words.label)
    label.addEventListener('click', () => {
      printLabel(id, qr_code).then((name) => {
        showStatus(words.labelled(name))
        // The timeline contains the new event.
        return readMore()
      }, showError)
    })
    const move = hasRole(handlingRoles) ? nextStatus(status) : undefined
    const hint = hasRole(handlingRoles) ? words.hints[status] : undefined
    if (!move) return [label, ...(hint ? [element('span', { class: 'small' }, hint)] : [])]
    const button = element('button', { type: 'button' }, move.label)
    button.addEventListener('click', () => void changeStatus(move.to))
    return [button, label]
  }

  let isChanging = false
  async function changeStatus(status: Package['status']): Promise<void> {
    if (isChanging || !current) return
    isChanging = true
    try {
      const { etag } = current
      current = await call<Package>(`PUT /api/v1/packages/${id}`, {
        body: { status },
        ...(etag !== undefined && { headers: { 'If-Match': etag } }),
      })
      lastRead++
      show(current.body)
      showStatus(words.moved(words.packageStatuses[current.body.status]))
    } catch (error) {
      const isConflict = error instanceof RequestError && [409, 412].includes(error.status)
      showStatus(isConflict ? `${errorMessage(error)}. ${words.readAgain}` : errorMessage(error), true)
    } finally {
      isChanging = false
      onChange()
    }
  }
  return { details, show, readMore }
}

const head = ({ qr_code, status, weight, category, bags, exception, description }: Package) => [
  element('span', { class: 'id' }, qr_code),
  element('span', { class: `tag${status === 'DELIVERED' ? ' good' : ''}` }, words.packageStatuses[status]),
  exception
    ? element('span', { class: 'tag warm' }, words.exceptions[exception.code] ?? codeToText(exception.code))
    : '',
  element(
    'span',
    { class: 'small' },
    [formatWeight(weight), category].join(' · '),
    ...(bags.length ? [` · ${words.bag} `, bagOf(bags[0] ?? '')] : []),
  ),
  description === '' ? '' : element('span', { class: 'small' }, userText(description)),
]

/** The label of a bag, when it is loaded. */
function bagOf(id: string) {
  const place = element('bdi', {}, '…')
  call<{ label: string }>(`GET /api/v1/bags/${id}`).then(
    ({ body }) => (place.textContent = body.label),
    () => (place.textContent = id.slice(0, 8)),
  )
  return place
}

function exceptionOf(exception: Package['exception']): Node[] {
  if (!exception) return []
  const { code, since, note } = exception
  return [
    element(
      'p',
      { class: 'note' },
      element('strong', {}, words.exceptions[code] ?? codeToText(code)),
      ' ',
      ageOf(times, (age) => age, Date.parse(since)),
      note !== '' && element('span', {}, ': ', userText(note)),
    ),
  ]
}
