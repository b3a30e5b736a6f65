/** A file that is not a table; the message is for its sender. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
