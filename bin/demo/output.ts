import { styleText } from 'node:util'
import type * as z from 'zod'
import type { Send } from './client.ts'

// `styleText` adds colours only on a terminal, and respects NO_COLOR.

/** Shortens ids to their last digits. The first ones are a timestamp, similar in all ids. */
const short = (text: string) => text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{8}([\da-f]{4})/g, '…$1')

export const heading = (text: string) => console.log(`\n${styleText('bold', text)}\n`)

/** Prints a request, the resulting status and a description. */
export function line(key: string, status: string, description: string): void {
  const [method = '', path = ''] = key.split(' ')
  const request = styleText('dim', `${method.padEnd(5)}${short(path).padEnd(30)}`)
  console.log(`  ${request}${styleText('green', status.padEnd(18))}${short(description)}`)
}

/** Prints a line that is not a step of the story. */
export const note = (description: string) => console.log(styleText('dim', `  ◦ ${short(description)}`))

/** Sends a request and prints a line about its response. Throws UnexpectedResponse. */
export async function step<T extends object>(
  send: Send,
  key: string,
  expected: z.ZodType<T>,
  description: (response: T) => string,
  body?: object,
): Promise<T> {
  const response = await send(key, expected, body)
  line(key, 'status' in response ? String(response.status) : '', description(response))
  return response
}

/** Prints an entry of the public timeline. */
export function timelineEntry(timestamp: string, place: string, description: string): void {
  const time = styleText('dim', timestamp.slice(0, 19).replace('T', ' '))
  console.log(`  ${time}  ${styleText('cyan', place.padEnd(7))}${description}`)
}
