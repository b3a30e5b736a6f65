import { WebhookError } from './error.ts'

/** The headers of a request: of fetch, of Node.js, or of a framework; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** A header of the request. Throws WebhookError if it is missing. */
export function header(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const text = typeof value === 'object' ? value?.[0] : value
  if (text === undefined || text === '') throw new WebhookError('header', `The header ${name} is missing`)
  return text
}
