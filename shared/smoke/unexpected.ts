/** The service answered, but not as it should. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected'
}
/** Throws Unexpected with the message if the condition does not hold. */
export function ensure(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Unexpected(message)
}
