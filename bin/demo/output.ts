import { isDeepStrictEqual, styleText } from 'node:util'
import { dataOf, requestLine, UnexpectedResponse, type Result } from './requests.ts'

// `styleText` adds colours only on a terminal, and respects NO_COLOR.

/** Shortens ids to their last digits. The first ones are a timestamp, similar in all ids. */
const short = (text: string) => text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{8}([\da-f]{4})/g, '…$1')

export const heading = (text: string) => console.log(`\n${styleText('bold', text)}\n`)

/** Prints a request, `METHOD address`, the resulting status and a description. */
export function line(request: string, status: string, description: string): void {
  const [method = '', address = ''] = request.split(' ')
  const path = new URL(address).pathname.replace('/api/v1/', '/')
  const shown = styleText('dim', `${method.padEnd(5)}${short(path).padEnd(30)}`)
  console.log(`  ${shown}${styleText('green', status.padEnd(18))}${short(description)}`)
}

/** Prints a line that is not a step of the story. */
export const note = (description: string) => console.log(styleText('dim', `  ◦ ${short(description)}`))

/**
 * Waits for a response and prints a line about it. Throws UnexpectedResponse, even if a field has another value than
 * `expected` says.
 */
export async function step<T extends object>(
  request: Promise<Result<T>>,
  expected: Partial<T>,
  description: (data: T) => string,
): Promise<T> {
  const { data, response } = await dataOf(request)
  for (const [field, value] of Object.entries(expected)) {
    const received: unknown = data[field as keyof T]
    if (isDeepStrictEqual(received, value)) continue
    const difference = `${field} is ${JSON.stringify(received)}, not ${JSON.stringify(value)}`
    throw new UnexpectedResponse(`${requestLine(response)} returned an unexpected response: ${difference}`)
  }
  line(requestLine(response), 'status' in data ? String(data.status) : '', description(data))
  return data
}

/** Prints an entry of the public timeline. */
export function timelineEntry(timestamp: string, place: string, description: string): void {
  const time = styleText('dim', timestamp.slice(0, 19).replace('T', ' '))
  console.log(`  ${time}  ${styleText('cyan', place.padEnd(7))}${description}`)
}
