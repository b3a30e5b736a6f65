/** A request of which samples are shown. */
export interface SampleRequest {
  method: string
  /** With `{parameters}`. */
  path: string
  /** The values of the path's parameters. */
  params: Readonly<Record<string, string>>
  needsToken: boolean
  /** Whether the operation takes an Idempotency-Key. */
  takesKey?: boolean
  /** The JSON body. */
  body?: unknown
  /** The type of a response that is not JSON, such as `application/pdf`. */
  produces?: string
}

/** Where `npm start` runs the service. A page that is served elsewhere shows its own origin instead (site/docs). */
export const defaultOrigin = 'http://127.0.0.1:3000'

export const urlOf = ({ path, params }: SampleRequest): string =>
  defaultOrigin + path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
