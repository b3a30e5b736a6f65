import { CourierError } from '../../../shared/client/http/errors.ts'
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

/**
 * Stores an entry, and waits a moment for the service's response. Reports full storage; nothing is stored then. `at`:
 * when it was done, if that was earlier.
 */
export async function record<K extends Kind>(
  kind: K,
  shown: string,
  input: Inputs[K],
  at?: string,
): Promise<Recorded> {
  try {
    const id = await add(kind, shown, input, at)
    const entry = await settled(id, patience)
    const name = entry?.kind === 'pack' ? codeIn(entry) : shown
    return { id, name, problem: entry?.problem, ...feedbackOf(entry, name) }
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return { tone: 'wrong', title: messages.notKept, detail: isFull ? messages.full : String(error) }
  }
}

/** The code of a package that was packed, which a QR code does not show. */
const codeIn = ({ answer, label }: Entry) => (answer as { qr_code?: string } | undefined)?.qr_code ?? label

function feedbackOf(entry: Entry | undefined, title: string): Feedback {
  if (!entry) return { tone: 'kept', title, detail: messages.notChecked }
  if (entry.problem) return { tone: 'wrong', title, detail: problemOf(entry.problem) }
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
