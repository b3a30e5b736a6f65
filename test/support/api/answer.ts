/** An answer over HTTP, as tests read it. */
export interface Answer<T = any> {
  status: number
  headers: Record<string, string>
  text: string
  /** The body as it came, where it may be no text. */
  bytes: Buffer
  body: T
}
