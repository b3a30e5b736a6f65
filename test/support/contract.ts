import * as z from 'zod'
import { expect } from 'vitest'
import type { Route } from '../../shared/http/route.ts'
import type { Answer } from './client.ts'

const Detail = z.strictObject({ detail: z.string().min(1), code: z.string().optional() })
/** What public tracking answers instead. */
const TrackingError = z.strictObject({ error: z.string().min(1), message: z.string().min(1) })
const Faults = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])).min(1),
        msg: z.string().min(1),
        type: z.string().regex(/^[a-z][a-z_]*$/),
      }),
    )
    .min(1),
})

/** Holds an answer against what every answer promises, and against its route's own schema. */
export function expectContract(route: Route | undefined, answer: Answer) {
  const { status, headers, body } = answer
  expect(headers['x-request-id'], 'X-Request-Id').toBeTruthy()
  expect(answer.text, 'no body repeats the request id').not.toContain(headers['x-request-id'])
  expect(headers['x-content-type-options']).toBe('nosniff')
  if (status === 304) {
    expect([answer.text, headers['content-type']]).toEqual(['', undefined])
    expect(headers.etag).toBeTruthy()
    return
  }
  expect(headers['content-type']).toBe('application/json')
  if (status >= 400) {
    const form = route?.refusalForm === 'error' ? TrackingError : Detail
    ;(status === 422 ? Faults : form).parse(body)
    expect(headers['cache-control']).toBe('no-store')
    if (status === 401) expect(headers['www-authenticate']).toMatch(/^Bearer/)
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    return
  }
  if (!route) throw new Error(`an answer ${status} from no route`)
  expect(status).toBe(route.status)
  const schema = route.kind === 'list' ? z.array(route.reply) : route.reply
  expect(schema.parse(body), 'nothing that the schema does not declare').toEqual(body)
  if (route.access === 'tenant') expect(headers['cache-control']).toBe('no-store')
}
