import { CourierError } from '../../../shared/client/http/errors.ts'
import { forgetDraft, keepDraft, keptDraft, type Draft } from '../../staff/form/drafts.ts'
import { caseNames, statusNames } from '../../staff/messages/statuses.ts'
import type { Entry, Inputs, Kind, Problem } from '../queue/entry.ts'
import { add, settled } from '../queue/queue.ts'
import { outcomes, problemOf, messages, warningsOf } from '../messages/scan.ts'
import type { Feedback } from './feedback.tsx'
import { joined } from '../../staff/messages/language.ts'

/** Milliseconds that a scan waits for the answer of the service, before the next one is shown. */
const patience = 1500

/** What became of an entry within a moment; without an id it was not stored. */
export type Recorded = Feedback & { id?: string; problem?: Problem | undefined }

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
    const name = entry?.kind === 'pack' ? codeIn(entry) : shown
    return { id, name, problem: entry?.problem, ...feedbackOf(entry, name) }
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return { tone: 'wrong', title: messages.notKept, detail: isFull ? messages.full : String(error) }
  }
}

/** Keeps a draft, unless another was begun meanwhile. */
function keepAgain([id, draft]: readonly [string, Draft]): void {
  if (Object.keys(keptDraft(id)).length === 0) keepDraft(id, draft, [])
}

/** The code of a package that was packed, which a QR code does not show. */
const codeIn = ({ answer, label }: Entry) => (answer as { qr_code?: string } | undefined)?.qr_code ?? label

function feedbackOf(entry: Entry | undefined, title: string): Feedback {
  if (!entry) return { tone: 'kept', title, detail: messages.notChecked }
  if (entry.problem) return { tone: 'wrong', title, detail: problemOf(entry.problem) }
  const { added, counted } = (entry.answer ?? {}) as { added?: boolean; counted?: boolean }
  if (entry.kind === 'pack' && added === false) return { tone: 'again', title, detail: messages.alreadyPacked }
  // A second find may report damage only.
  if (entry.kind === 'find' && counted === false && entry.input.condition === 'OK')
    return { tone: 'again', title, detail: joined([resultOf(entry), messages.scannedBefore]) }
  const notes = [resultOf(entry) ?? [], ...warningsOf(entry)].flat()
  return { tone: 'done', title, detail: joined(notes) }
}

/** The service's response, in a few words. */
function resultOf({ kind, input, answer }: Entry): string | undefined {
  // An unloading that was closed already has no answer.
  const { status, status_applied, outcome } = (answer ?? {}) as {
    status?: string
    status_applied?: boolean
    outcome?: string
  }
  if (outcome) {
    const isDamaged = kind === 'find' && input.condition === 'DAMAGED'
    return [outcomes[outcome] ?? outcome, ...(isDamaged ? [messages.damagedCase] : [])].join(', ')
  }
  if (kind !== 'scan' || !status) return undefined
  const names: Record<string, string> = { ...statusNames.bag, ...statusNames.package }
  if (input.event_type === 'CUSTOMS_HOLD') return joined([names[status], caseNames['CUSTOMS_HOLD']])
  return status_applied ? names[status] : `${names[status] ?? status} · ${messages.noEffect}`
}
