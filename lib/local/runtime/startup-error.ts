/**
 * An error that keeps the local cloud from starting. The message is one line that says what to do; the stack is
 * not shown.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}

/** A connection refused on every address of a host has no message, but a code. */
const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** The words of anything that was thrown, on one line. */
export const wordsOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message || codeOf(thrown) || thrown.name : String(thrown))
    .replace(/\s*\n\s*/g, ' ')
    .trim()
