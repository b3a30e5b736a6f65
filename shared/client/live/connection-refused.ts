/** A refused request of the realtime connection. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  constructor(status: number) {
    super(`The service answered ${status}`)
    this.status = status
  }
}
/** The status of a refusal; undefined for other errors. */
export const statusOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
