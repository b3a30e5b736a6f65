/** A request that is not to be trusted as one of the service's webhooks. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** `header`: one is missing. `timestamp`: too old, too new, or none. `signature`: none matches. `body`: not JSON. */
  readonly reason: 'header' | 'timestamp' | 'signature' | 'body'
  constructor(reason: WebhookError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
