import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { viewerAddress } from '../../../shared/http/address.ts'
import { storedSecret } from '../../support/local/secret-values.ts'
import { caller, freshAddress } from '../../support/api/client.ts'

const { SecretString } = storedSecret(join(inject('functionLog'), '..'), 'Origin')
const secret = (JSON.parse(SecretString) as Record<string, string>)['1'] ?? ''

const follow = 'GET /api/v1/track/TRK-NONE'
const signIn = 'GET /api/v1/auth/oauth/google'
/** The remaining requests in the current minute, from the response's RateLimit header. */
async function remaining(
  from: string,
  headers: Record<string, string> = {},
  request = follow,
): Promise<number> {
  const answer = await caller(from)(request, { headers })
  return Number(/;r=(\d+);/.exec(answer.headers.ratelimit ?? '')?.[1])
}
const viewer = (address: string) => ({ 'CloudFront-Viewer-Address': `${address}:46532` })

describe('a viewer address from CloudFront', () => {
  test.each([follow, signIn])(
    'is used for the rate limit of %s if the request has the origin secret, whatever its source IP',
    async (request) => {
      const headers = { ...viewer('198.51.100.10'), 'X-Origin-Secret': secret }
      const first = await remaining(freshAddress(), headers, request)
      expect(await remaining(freshAddress(), headers, request)).toBe(first - 1)
      const other = { ...viewer('198.51.100.11'), 'X-Origin-Secret': secret }
      expect(await remaining(freshAddress(), other, request)).toBe(first)
    },
  )

  test('in IPv6 counts by its network, with or without brackets', async () => {
    const headers = (address: string) => ({ ...viewer(address), 'X-Origin-Secret': secret })
    const first = await remaining(freshAddress(), headers('2001:db8:1:2::1'))
    expect(await remaining(freshAddress(), headers('[2001:db8:1:2::ffff]'))).toBe(first - 1)
  })

  test.each([
    ['no secret', {}],
    ['another secret', { 'X-Origin-Secret': secret.toLowerCase() }],
    ['a part of the secret', { 'X-Origin-Secret': secret.slice(0, -1) }],
    ['an empty secret', { 'X-Origin-Secret': '' }],
    ['the number of a key', { 'X-Origin-Secret': '1' }],
  ])('is ignored with %s', async (_, headers) => {
    const from = freshAddress()
    const first = await remaining(from)
    expect(await remaining(from, { ...viewer('203.0.113.9'), ...headers })).toBe(first - 1)
    expect(await remaining(from, { ...viewer('203.0.113.8'), ...headers })).toBe(first - 2)
  })

  test('is ignored in X-Forwarded-For or if malformed, even with the secret', async () => {
    const from = freshAddress()
    const first = await remaining(from)
    for (const [i, headers] of [
      { 'X-Forwarded-For': '203.0.113.7' },
      { 'X-Forwarded-For': '203.0.113.7', 'X-Origin-Secret': secret },
      { 'CloudFront-Viewer-Address': 'nonsense', 'X-Origin-Secret': secret },
    ].entries())
      expect(await remaining(from, headers)).toBe(first - 1 - i)
  })
})

test('CloudFront’s viewer address is parsed in all its forms', () => {
  const port = fc.integer({ min: 0, max: 65535 })
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV6(), port, (v4, v6, number) => {
      expect(viewerAddress(`${v4}:${number}`)).toBe(v4)
      expect(viewerAddress(`[${v6}]:${number}`)).toBe(v6)
      expect(viewerAddress(`${v6}:${number}`)).toBe(v6)
    }),
  )
  for (const text of [
    '',
    ':80',
    '198.51.100.1',
    '[]:80',
    'host:80',
    '198.51.100.1:port',
    '1.2.3.4:1, 5.6.7.8:1',
  ])
    expect(viewerAddress(text), text).toBeUndefined()
})
