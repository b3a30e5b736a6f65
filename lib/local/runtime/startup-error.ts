/** What keeps the local cloud from starting, told in one line that says what to do; shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'CannotStart'
}

/** A connection refused on every address of a host has no message, but a code. */
const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** The words of anything that was thrown, on one line. */
export const wordsOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message || codeOf(thrown) || thrown.name : String(thrown))
    .replace(/\s*\n\s*/g, ' ')
    .trim()
