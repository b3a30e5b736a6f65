import { styleText } from 'node:util'
import type * as z from 'zod'
import type { SendRequest } from './client.ts'

// `styleText` colours on a terminal only, and heeds NO_COLOR.

/** The end of an id stands for it: the beginning is the moment when it was made, much the same for all. */
const short = (text: string) => text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{8}([\da-f]{4})/g, '…$1')

/** The title of what follows. */
export const heading = (text: string) => console.log(`\n${styleText('bold', text)}\n`)

/** What was asked, the status that it led to, and what came of it in plain words. */
export function line(key: string, status: string, words: string): void {
  const [method = '', path = ''] = key.split(' ')
  const asked = styleText('dim', `${method.padEnd(5)}${short(path).padEnd(30)}`)
  console.log(`  ${asked}${styleText('green', status.padEnd(18))}${short(words)}`)
}

/** A line that is not a step of the story. */
export const printNote = (words: string) => console.log(styleText('dim', `  ◦ ${short(words)}`))

/** Sends a request and prints a line once the response is as expected. Throws UnexpectedAnswer. */
export async function step<T extends object>(
  ask: SendRequest,
  key: string,
  expected: z.ZodType<T>,
  words: (answer: T) => string,
  body?: object,
): Promise<T> {
  const answer = await ask(key, expected, body)
  line(key, 'status' in answer ? String(answer.status) : '', words(answer))
  return answer
}

/** An entry of the public timeline: when (UTC), where, what. */
export function entry(moment: string, place: string, words: string): void {
  const when = styleText('dim', moment.slice(0, 19).replace('T', ' '))
  console.log(`  ${when}  ${styleText('cyan', place.padEnd(7))}${words}`)
}
