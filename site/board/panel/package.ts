import { handlingRoles } from '../../../shared/domain/kernel/roles.ts'
import { element, foreign } from '../../shared/element.ts'
import { ageOf } from '../../shared/age.ts'
import { printLabel } from './label.ts'
import { nextMove } from './moves.ts'
import { photosOf } from './photos.ts'
import type { Event, Package } from '../ui/records.ts'
import { renew } from '../ui/renew.ts'
import { Refused, wordsOf } from '../api/request.ts'
import { may } from '../api/session.ts'
import { call, type Reply } from '../api/api-client.ts'
import { spoken, times, weighed } from '../ui/format.ts'
import { timeline } from './timeline.ts'
import { words } from '../ui/words.ts'

/**
 * A package of a shipment: a summary, and details with actions, photos and timeline, which are read when opened.
 * `changed` is called after a change of status.
 */
export function packageOf(id: string, changed: () => void) {
  let known: Reply<Package> | undefined
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
    if (details.open) readMore().catch(say)
  })
  const say = (error: unknown) => showStatus(wordsOf(error), true)
  function showStatus(text: string, wrong = false) {
    statusLine.className = wrong ? 'error' : 'small'
    statusLine.textContent = text
  }

  function show(record: Package): void {
    renew(summary, record, head)
    renew(note, record.exception, exceptionOf)
    renew(actions, record.status, (status) => buttons(status, record))
  }
  // Of parallel reads, the last one started is shown.
  let turn = 0
  /** Reads the package with its version, its photos and its timeline. Throws Refused. */
  async function readMore(): Promise<void> {
    const mine = ++turn
    const [one, events] = await Promise.all([
      call<Package>(`GET /api/v1/packages/${id}`),
      call<Event[]>(`GET /api/v1/packages/${id}/events`),
      photos.read(),
    ])
    if (mine !== turn) return
    known = one
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
      }, say)
    })
    const move = may(handlingRoles) ? nextMove(status) : undefined
    const hint = may(handlingRoles) ? words.hints[status] : undefined
    if (!move) return [label, ...(hint ? [element('span', { class: 'small' }, hint)] : [])]
    const button = element('button', { type: 'button' }, move.says)
    button.addEventListener('click', () => void moveOn(move.to))
    return [button, label]
  }

  let moving = false
  async function moveOn(status: Package['status']): Promise<void> {
    if (moving || !known) return
    moving = true
    try {
      const { etag } = known
      known = await call<Package>(`PUT /api/v1/packages/${id}`, {
        body: { status },
        ...(etag !== undefined && { headers: { 'If-Match': etag } }),
      })
      turn++
      show(known.body)
      showStatus(words.moved(words.packageStatuses[known.body.status]))
    } catch (error) {
      const overtaken = error instanceof Refused && [409, 412].includes(error.status)
      showStatus(overtaken ? `${wordsOf(error)}. ${words.readAgain}` : wordsOf(error), true)
    } finally {
      moving = false
      changed()
    }
  }
  return { details, show, readMore }
}

const head = ({ qr_code, status, weight, category, bags, exception, description }: Package) => [
  element('span', { class: 'id' }, qr_code),
  element('span', { class: `tag${status === 'DELIVERED' ? ' good' : ''}` }, words.packageStatuses[status]),
  exception
    ? element('span', { class: 'tag warm' }, words.exceptions[exception.code] ?? spoken(exception.code))
    : '',
  element(
    'span',
    { class: 'small' },
    [weighed(weight), category].join(' · '),
    ...(bags.length ? [` · ${words.bag} `, bagOf(bags[0] ?? '')] : []),
  ),
  description === '' ? '' : element('span', { class: 'small' }, foreign(description)),
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
      element('strong', {}, words.exceptions[code] ?? spoken(code)),
      ' ',
      ageOf(times, (age) => age, Date.parse(since)),
      note !== '' && element('span', {}, ': ', foreign(note)),
    ),
  ]
}
