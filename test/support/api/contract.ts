import * as z from 'zod'
import { expect } from 'vitest'
import { routes } from '../../../functions/index.ts'
import {
  errorBodyOf,
  errorsOf,
  ProblemBody,
  ValidationErrorBody,
} from '../../../shared/http/error-responses.ts'
import { problemType } from '../../../shared/http/problem.ts'
import { matcher } from '../../../shared/http/routing/match.ts'
import type { Answer } from './answer.ts'
import { refusedCalls } from './refused-calls.ts'

const { match } = matcher(routes)

/** Checks the response to `METHOD /path?query` against the rules for all responses and the definition of its route. */
export function expectContract(key: string, answer: Omit<Answer, 'bytes'>) {
  const [method, path] = key.split(/[ ?]/) as [string, string]
  const route = match(method, path)?.route
  const { status, headers, body } = answer
  // If a function's role lacks a permission, the failure message names the file that grants it.
  if (status === 500) expect(refusedCalls(), `${key} → ${answer.text}`).toBe('')
  expect(headers['x-request-id'], 'X-Request-Id').toBeTruthy()
  expect(answer.text, 'the body does not contain the request id').not.toContain(headers['x-request-id'])
  expect(headers['x-content-type-options']).toBe('nosniff')
  if (status === 304) {
    expect([answer.text, headers['content-type']]).toEqual(['', undefined])
    expect(headers.etag).toBeTruthy()
    return
  }
  if (route?.produces && status < 400) {
    expect(route.produces).toContain(headers['content-type'])
    expect(headers['content-disposition']).toMatch(/^inline; filename="[\w.-]+"$/)
    expect(headers['cache-control']).toBe(route.cache ?? 'no-store')
    return
  }
  if (route?.redirects && status === 303) {
    expect([answer.text, headers['content-type'], headers['set-cookie']]).toEqual(['', undefined, undefined])
    expect(headers.location).toMatch(/^\/(console|work)#\/sign-in\?/)
    expect(headers['cache-control']).toBe('no-store')
    return
  }
  const isProblem = headers['content-type'] === problemType
  if (!isProblem) expect(headers['content-type']).toBe('application/json')
  if (status >= 400) {
    const form = errorBodyOf(route?.refusalForm)
    ;(isProblem ? ProblemBody : status === 422 ? ValidationErrorBody : form).parse(body)
    expect(headers['cache-control']).toBe('no-store')
    // Reads with an ETag honour If-Match.
    const declared = route && [...errorsOf(route), ...(route.kind === 'read' ? [412] : [])]
    if (declared && status !== 500) expect(declared, `${route.key} declares ${status}`).toContain(status)
    if (status === 401)
      expect(headers['www-authenticate']).toMatch(route?.refusalForm?.invalid ? /^Basic/ : /^Bearer/)
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    return
  }
  if (!route) throw new Error(`No route matches ${key}, but the status is ${status}`)
  expect(status).toBe(route.status)
  const schema = route.kind === 'list' ? z.array(route.reply) : route.reply
  // The reference describes responses without a cookie; with one, the refresh token is there.
  const declared =
    route.sessionCookie && 'access_token' in body && headers['set-cookie'] ? withToken(body) : body
  expect(schema.parse(declared), 'the body has only declared fields').toEqual(declared)
  if (route.access !== 'public') expect(headers['cache-control']).toBe('no-store')
}

const withToken = (body: object) => ({ refresh_token: 'in the cookie', ...body })
