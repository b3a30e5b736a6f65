import type { CourierClient } from '../client.ts'
import type { SessionStore } from '../http/session-store.ts'

/** An option, `--name`: with `value`, it takes one, and that is what the help calls it; otherwise it is a switch. */
export interface Option {
  about: string
  value?: string
  /** A letter that stands for it, as in `-h`. */
  short?: string
}
export type Options = Readonly<Record<string, Option>>
type Values<O extends Options> = { [Name in keyof O]?: O[Name] extends { value: string } ? string : boolean }

/** The context of a command. */
export interface Context<O extends Options = Options> {
  /** The base URL of the service. */
  url: string
  client: CourierClient
  session: SessionStore
  values: Values<O>
  /** The command's argument; empty if it has none. */
  argument: string
  /** Prints a line: with `--json`, the value; otherwise the text. */
  print: (value: unknown, text: string) => void
}

export interface Command<O extends Options = Options> {
  name: string
  /** Its summary, in a line. */
  summary: string
  /** The name of its argument in the help. */
  argument?: string
  options: O
  /** Whether it works without a session. */
  public?: true
  /** Resolves to the exit code; 0 by default. Throws UsageError, CourierError, and the errors of fetch. */
  run: (context: Context<O>) => Promise<number | undefined>
}

/** A row of the table of commands: the types of its values follow from its options. */
export const command = <const O extends Options>(row: Command<O>): Command => row as unknown as Command

/** The options of every command. */
export const commonOptions = {
  url: { value: 'URL', about: 'the service; the one that you are signed in to, or COURIER_URL, by default' },
  json: { about: 'prints JSON, one value per line' },
  help: { about: 'prints this help; -h for short', short: 'h' },
} as const satisfies Options

/** A command line that cannot be run. The message names the fault, and what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The number that an option has: of 0 or more, such as a weight. Throws UsageError. */
export function numberOf(option: string, value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number) || number < 0)
    throw new UsageError(`--${option} ${value}: write a number of 0 or more, such as --${option} 2.5`)
  return number
}

/** The whole number that an option has: of 1 or more, such as a count. Throws UsageError. */
export function countOf(option: string, value: string): number {
  if (/^0*[1-9]\d*$/.test(value)) return Number(value)
  throw new UsageError(`--${option} ${value}: write a whole number of 1 or more, such as --${option} 20`)
}
