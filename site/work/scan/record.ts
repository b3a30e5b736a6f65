import { CourierError } from '../../../shared/client/http/errors.ts'
import { forgetDraft, keepDraft, keptDraft, type Draft } from '../../staff/form/drafts.ts'
import { cancelledName, caseNames, statusNames } from '../../staff/messages/statuses.ts'
import type { Entry, Inputs, Kind, Problem } from '../queue/entry.ts'
import { add, settled } from '../queue/queue.ts'
import { outcomes, problemOf, messages, warningsOf } from '../messages/scan.ts'
import { events } from '../messages/tasks.ts'
import type { Feedback } from './feedback.tsx'
import { joined, listed } from '../../staff/messages/language.ts'
import { findPackage, nameOfEntry } from './known.ts'
import { isPackage, readLabel } from './label.ts'
import { whyUnknown } from './refusal.ts'

/** Milliseconds that a scan waits for the answer of the service, before the next one is shown. */
const patience = 1500

/** What became of an entry within a moment; without an id it was not stored. */
export interface Recorded extends Feedback {
  id?: string
  problem?: Problem | undefined
  answer?: unknown
  later?: Promise<Recorded> | undefined
}

/** The refusal of an entry as a form takes it, which shows it at its field. */
export const refusalOfEntry = ({ detail = '', problem }: Recorded) =>
  new CourierError({ status: problem?.status ?? 0, headers: new Headers() }, { ...problem, detail })

interface Details {
  /** When it was done, if that was earlier. */
  at?: string
  /** The ids of the drafts that it was entered in. */
  drafts?: readonly string[]
}

/**
 * Stores an entry, and waits a moment for the service's response. Reports full storage; nothing is stored then. Its drafts are
 * forgotten once it is stored, so that a task that is opened again meanwhile does not show them; if it is refused, they are kept
 * again.
 */
export async function record<K extends Kind>(
  kind: K,
  shown: string,
  input: Inputs[K],
  { at, drafts = [] }: Details = {},
): Promise<Recorded> {
  const entered = drafts.map((id) => [id, keptDraft(id)] as const)
  try {
    const id = await add(kind, shown, input, at)
    drafts.forEach(forgetDraft)
    const entry = await settled(id, patience)
    if (entry?.problem) entered.forEach(keepAgain)
    const outcome = async (sent?: Entry): Promise<Recorded> => {
      const name = nameOfEntry(sent ?? { kind, input, label: shown })
      return {
        id,
        name,
        problem: sent?.problem,
        answer: sent?.answer,
        title: name,
        ...(await feedbackOf(sent)),
      }
    }
    const recorded = await outcome(entry)
    return entry ? recorded : { ...recorded, later: settled(id).then(outcome) }
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return { tone: 'wrong', title: messages.notKept, detail: isFull ? messages.full : String(error) }
  }
}

/** Keeps a draft, unless another was begun meanwhile. */
function keepAgain([id, draft]: readonly [string, Draft]): void {
  if (Object.keys(keptDraft(id)).length === 0) keepDraft(id, draft, [])
}

async function feedbackOf(entry: Entry | undefined): Promise<Omit<Feedback, 'title'>> {
  if (!entry) return { tone: 'kept', detail: messages.notChecked }
  if (entry.problem) return { tone: 'wrong', detail: await whyRefused(entry, entry.problem) }
  const { added, counted } = (entry.answer ?? {}) as { added?: boolean; counted?: boolean }
  if (entry.kind === 'pack' && added === false) return { tone: 'again', detail: messages.alreadyPacked }
  const { notes, isOff } = await resultOf(entry)
  // A second find may report damage only.
  if (entry.kind === 'find' && counted === false && entry.input.condition === 'OK')
    return { tone: 'again', detail: joined([...notes, messages.scannedBefore]) }
  const warnings = warningsOf(entry)
  return {
    tone: isOff || warnings.length > 0 ? 'needs' : 'done',
    // It was done, whatever is off.
    detail: joined([...(warnings.length > 0 && notes.length === 0 ? [messages.recorded] : notes), ...warnings]),
  }
}

const labelOf = ({ input }: Entry) => readLabel('qr_code' in input ? (input.qr_code ?? '') : '')

/** A package as it is now, if it can be read. */
async function packageOf(entry: Entry) {
  const label = labelOf(entry)
  const found = isPackage(label) ? await findPackage(label) : undefined
  return typeof found === 'object' ? found.record : undefined
}

async function whyRefused(entry: Entry, problem: Problem): Promise<string> {
  const label = labelOf(entry)
  if (problem.status === 404 && isPackage(label)) return whyUnknown(label)
  const isReturned = problem.params?.['package_status'] === 'RETURNED'
  if (!isReturned || !(await packageOf(entry))?.cancelled_at) return problemOf(problem)
  return problemOf({ ...problem, params: { ...problem.params, package_status: 'CANCELLED' } })
}

/** The events that are to move a package: if its status stays, something is off. */
const moving: readonly string[] = ['PACKAGE_SCANNED', 'ARRIVED_AT_WAREHOUSE']
/** Statuses of packages that no warehouse has. */
const ended: readonly string[] = ['DELIVERED', 'RETURNED', 'LOST']

interface Result {
  /** The service's response, in a few words. */
  notes: string[]
  /** Whether something is off that the worker should see. */
  isOff: boolean
}
interface Answer {
  status: string
  status_applied: boolean
  outcome?: string
  next_actions?: readonly string[]
}
async function resultOf(entry: Entry): Promise<Result> {
  const answer = entry.answer as Answer | undefined
  // An unloading that was closed already has no answer.
  if (!answer || !(entry.kind === 'scan' || entry.kind === 'find')) return { notes: [], isOff: false }
  const { name, open } = await stateOf(entry, answer)
  const hasEnded = ended.includes(answer.status)
  if (entry.kind === 'scan') return resultOfScan(entry, answer, name, open)
  const outcome = answer.outcome ?? ''
  const what = outcomes[outcome] ?? outcome
  const found = entry.input.condition === 'DAMAGED' ? listed([what, messages.damagedCase]) : what
  const isOff = outcome !== 'FOUND' || hasEnded || open.length > 0
  return { notes: [found, ...(hasEnded ? [name] : []), ...open], isOff }
}

/** The name of the status after a scan, and the exception that is open, unless this scan reports it. */
async function stateOf(entry: Entry<'scan' | 'find'>, { status, next_actions }: Answer) {
  const isException = next_actions?.includes('RESOLVE_EXCEPTION') === true
  const record = isException || status === 'RETURNED' ? await packageOf(entry) : undefined
  const names: Record<string, string> = { ...statusNames.bag, ...statusNames.package }
  const exception = record?.exception?.code ?? ''
  const isReported = exception === (entry.kind === 'scan' ? entry.input.event_type : entry.input.condition)
  return {
    name: record?.cancelled_at ? cancelledName.is : (names[status] ?? status),
    open: isException && !isReported ? [caseNames[exception] ?? exception] : [],
  }
}

function resultOfScan(
  entry: Entry<'scan'>,
  { status, status_applied }: Answer,
  name: string,
  open: readonly string[],
): Result {
  const { event_type } = entry.input
  const isMoving = moving.includes(event_type)
  if (labelOf(entry).type === 'bag') {
    const isEarly = isMoving && ['OPEN', 'SEALED', 'CHECKED_IN'].includes(status)
    return { notes: [name, ...(isEarly ? [messages.notOnItsWay] : [])], isOff: isEarly }
  }
  const hasEnded = ended.includes(status)
  const hasCase = open.length > 0
  // Scans that open a case leave the status.
  if ((event_type === 'CUSTOMS_HOLD' || event_type === 'DELIVERY_FAILED') && !hasEnded)
    return { notes: [name, caseNames[event_type] ?? '', ...open], isOff: hasCase }
  const isOff = hasEnded || hasCase || (isMoving && !status_applied)
  const lost = status === 'LOST' ? [messages.ifFound(events['ARRIVED_AT_WAREHOUSE'] ?? '')] : []
  return { notes: [name, ...open, ...(status_applied ? [] : [messages.noEffect]), ...lost], isOff }
}
