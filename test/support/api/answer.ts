/** An HTTP response as tests read it. */
export interface Answer<T = any> {
  status: number
  headers: Record<string, string>
  text: string
  /** The raw body, for content that is not text. */
  bytes: Buffer
  body: T
}
