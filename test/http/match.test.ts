import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { matcher } from '../../shared/http/routing/match.ts'
import { publicRoute, type RouteKey } from '../../shared/http/routing/route.ts'

const row = (key: string) =>
  publicRoute(key as RouteKey, { summary: '', reply: z.object({}), read: () => Promise.resolve({}) })
const find = (...keys: string[]) => {
  const { match } = matcher(keys.map(row))
  return (method: string, path: string) => match(method, path)?.route.key
}

describe('the matcher', () => {
  test('prefers a literal to a placeholder in each segment, in any order of the routes', () => {
    const keys = [
      'GET /auth/oauth/{provider}',
      'GET /auth/oauth/{provider}/callback',
      'GET /auth/oauth/custom/{name}',
      'GET /shipments/board',
      'GET /shipments/{id}',
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(keys, { minLength: keys.length }), (shuffled) => {
        const match = find(...shuffled)
        expect(match('GET', '/shipments/board')).toBe('GET /shipments/board')
        expect(match('GET', '/shipments/boards')).toBe('GET /shipments/{id}')
        expect(match('GET', '/auth/oauth/custom/callback')).toBe('GET /auth/oauth/custom/{name}')
        expect(match('GET', '/auth/oauth/google/callback')).toBe('GET /auth/oauth/{provider}/callback')
      }),
    )
  })
  test('requires the method and every segment to match', () => {
    const match = find('GET /a/{id}')
    for (const [method, path] of [
      ['POST', '/a/1'],
      ['GET', '/a'],
      ['GET', '/a/'],
      ['GET', '/a/1/'],
      ['GET', '/b/1'],
    ] as const)
      expect(match(method, path)).toBeUndefined()
  })
  test('does not decode placeholders, because API Gateway has decoded them', () => {
    const { match } = matcher([row('GET /a/{id}')])
    expect(match('GET', '/a/x y')?.params).toEqual({ id: 'x y' })
    expect(match('GET', '/a/%41')?.params).toEqual({ id: '%41' })
  })
  test('throws an error if two routes match the same requests', () => {
    expect(() => find('GET /a/{id}', 'GET /a/{name}')).toThrow(
      'Routes GET /a/{id} and GET /a/{name} match the same requests',
    )
    expect(() => find('GET /a/{id}/b', 'GET /a/{id}/{b}', 'POST /a/{id}/b')).not.toThrow()
  })
})
