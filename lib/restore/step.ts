import { errorMessage } from '../local/runtime/startup-error.ts'

/** The state of a step in the account: it is done, is to be done, or AWS works on it. */
export type State = 'done' | 'todo' | { waits: string }

/** One change of the account. A command that was interrupted can be started again, and skips finished steps. */
export interface Step {
  name: string
  /** Reads only. Throws Refusal if the step must not be done. */
  look: () => Promise<State>
  /** One change, or several of which each may be repeated; looked at afterwards. */
  act: () => Promise<unknown>
}

/** Milliseconds; a test has a clock of its own. */
export interface Clock {
  now: () => number
  sleep: (milliseconds: number) => Promise<unknown>
}

/**
 * Does the step unless it is done, and waits until it is, however long that takes. It is looked at again only after a
 * while, since DynamoDB's descriptions are eventually consistent. Throws what `look` and `act` throw.
 */
export async function run({ name, look, act }: Step, { now, sleep }: Clock, write: (line: string) => void) {
  const began = now()
  for (;;) {
    const state = await look()
    if (state === 'done') break
    const waits = state === 'todo' ? await attempt(act) : state.waits
    if (waits) write(`… ${name}: ${waits}, ${duration(now() - began)}`)
    await sleep(pollMilliseconds)
  }
  write(`✓ ${name}`)
}

const pollMilliseconds = 15_000

/** The condition to wait for before the change can be made; undefined if it was made. */
async function attempt(act: Step['act']): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    if (error instanceof Error && passing.has(error.name)) return errorMessage(error)
    throw error
  }
}

/**
 * Refusals that pass: the table, backup or function is busy, fifty other tables are, or the description that was looked at was
 * not current (API references of DynamoDB and Lambda, "Errors" of the actions that the steps call).
 */
const passing = new Set([
  'ResourceInUseException',
  'TableInUseException',
  'TableAlreadyExistsException',
  'BackupInUseException',
  'ResourceNotFoundException',
  'TableNotFoundException',
  'BackupNotFoundException',
  'LimitExceededException',
  'ContinuousBackupsUnavailableException',
  'ResourceConflictException',
])

/** `01:02:03` */
function duration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
