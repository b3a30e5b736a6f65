import { statusNames } from '../../staff/words/statuses.ts'
import type { Entry, Inputs, Kind } from '../queue/entry.ts'
import { add, settled, takeBack } from '../queue/queue.ts'
import { outcomes, problemOf, words } from '../words/scan.ts'
import type { Feedback } from './feedback.tsx'
import type { Label } from './label.ts'
import { verify } from './verify.ts'

/** Milliseconds that a scan waits for the answer of the service, before the next one is shown. */
const patience = 1500
/** The operations that verify the label's signature themselves. */
const verifies: readonly Kind[] = ['scan', 'find']

/**
 * Stores what was done, and waits a moment for what the service says. A label that is not genuine is taken back, unless it
 * has been sent. A full phone is said: nothing is stored then. `at`: when it was done, if that was earlier.
 */
export async function record<K extends Kind>(
  kind: K,
  label: Label | string,
  input: Inputs[K],
  at?: string,
): Promise<Feedback & { id?: string }> {
  const title = typeof label === 'string' ? label : label.shown
  const verified = typeof label === 'string' || verifies.includes(kind) ? undefined : verify(label, patience)
  try {
    const id = await add(kind, title, input, at)
    const answer = await verified
    if (answer && 'invalid' in answer) {
      await takeBack(id)
      return { tone: 'wrong', title: words.notGenuine, detail: answer.invalid }
    }
    const name = answer && 'entity' in answer ? answer.entity.qr_code : title
    return { id, name, ...feedbackOf(await settled(id, patience), name) }
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    return { tone: 'wrong', title: words.notKept, detail: isFull ? words.full : String(error) }
  }
}

function feedbackOf(entry: Entry | undefined, title: string): Feedback {
  if (!entry) return { tone: 'kept', title, detail: words.notChecked }
  if (entry.problem) return { tone: 'wrong', title, detail: problemOf(entry.problem) }
  return { tone: 'done', title, detail: resultOf(entry) }
}

/** What the service answered, in a few words. */
function resultOf({ kind, input, answer }: Entry): string | undefined {
  // An unloading that was closed already has no answer.
  const { status, status_applied, outcome } = (answer ?? {}) as {
    status?: string
    status_applied?: boolean
    outcome?: string
  }
  if (outcome) {
    const isDamaged = kind === 'find' && input.condition === 'DAMAGED'
    return [outcomes[outcome] ?? outcome, ...(isDamaged ? [words.damagedCase] : [])].join(', ')
  }
  if (kind !== 'scan' || !status) return undefined
  const names: Record<string, string> = { ...statusNames.bag, ...statusNames.package }
  return status_applied ? names[status] : `${names[status] ?? status} · ${words.noEffect}`
}
