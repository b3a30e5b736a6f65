/**
 * An error that prevents the local cloud from starting. The message is one line with a remedy; it is printed without
 * the stack.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** An AggregateError of refused connections has a code, but no message. */
const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** The message of any thrown value, on one line. */
export const errorMessage = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message || codeOf(thrown) || thrown.name : String(thrown))
    .replace(/\s*\n\s*/g, ' ')
    .trim()
