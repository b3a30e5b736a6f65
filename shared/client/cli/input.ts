import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UsageError } from './command.ts'

/** The whole standard input. */
export const standardInput = (): Promise<string> => text(process.stdin)

/** The lines of the standard input, as they arrive. */
export const standardInputLines = (): AsyncIterable<string> => createInterface({ input: process.stdin })

/**
 * Asks at the terminal, on stderr, so that stdout can go to a file. The input for a `hidden` answer does not appear.
 * Throws UsageError, which says what to write `instead`, if there is no terminal.
 */
export async function ask(question: string, instead: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`There is no terminal to ask on: ${instead}`)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = hidden ? nowhere : process.stderr
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  lines.once('SIGINT', () => process.exit(130))
  if (hidden) process.stderr.write(question)
  try {
    return await lines.question(hidden ? '' : question)
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}
