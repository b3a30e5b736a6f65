import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewerAddress } from '../../../shared/http/address.ts'
import { freshAddress } from '../../support/api/client.ts'
import { inProcess } from '../../support/in-process/service.ts'

// Requests to the gateway: with the edge's secret as the edge sends them, and without as anybody can.
const secret = 'SecretOfTheEdge'
const { call } = inProcess({ secrets: { origin: { current: '1', 1: secret } } })

const follow = 'GET /api/v1/track/TRK-NONE'
const signIn = 'GET /api/v1/auth/oauth/google'
/** The remaining requests in the current minute, from the response's RateLimit header. */
async function remaining(
  from: string,
  headers: Record<string, string> = {},
  request = follow,
): Promise<number> {
  const answer = await call(request, { headers, from })
  return Number(/;r=(\d+);/.exec(answer.headers.ratelimit ?? '')?.[1])
}
const viewer = (address: string) => ({ 'x-viewer-address': address })
/** As a distribution sends it that was deployed before its function. */
const formerViewer = (address: string) => ({ 'cloudfront-viewer-address': `${address}:46532` })

describe('a viewer address from CloudFront', () => {
  test.each([follow, signIn])(
    'is used for the rate limit of %s if the request has the origin secret, whatever its source IP',
    async (request) => {
      const headers = { ...viewer('198.51.100.10'), 'x-origin-secret': secret }
      const first = await remaining(freshAddress(), headers, request)
      expect(await remaining(freshAddress(), headers, request)).toBe(first - 1)
      const other = { ...viewer('198.51.100.11'), 'x-origin-secret': secret }
      expect(await remaining(freshAddress(), other, request)).toBe(first)
    },
  )

  test('in IPv6 counts by its network', async () => {
    const headers = (address: string) => ({ ...viewer(address), 'x-origin-secret': secret })
    const first = await remaining(freshAddress(), headers('2001:db8:1:2::1'))
    expect(await remaining(freshAddress(), headers('2001:db8:1:2::ffff'))).toBe(first - 1)
  })

  test('is that of the former header only without the other, with or without brackets', async () => {
    const headers = (address: string, more = {}) => ({
      ...formerViewer(address),
      'x-origin-secret': secret,
      ...more,
    })
    const first = await remaining(freshAddress(), headers('2001:db8:1:3::1'))
    expect(await remaining(freshAddress(), headers('[2001:db8:1:3::ffff]'))).toBe(first - 1)
    const forged = headers('203.0.113.77', viewer('2001:db8:1:3::2'))
    expect(await remaining(freshAddress(), forged)).toBe(first - 2)
  })

  test.each([
    ['no secret', {}],
    ['another secret', { 'x-origin-secret': secret.toLowerCase() }],
    ['a part of the secret', { 'x-origin-secret': secret.slice(0, -1) }],
    ['an empty secret', { 'x-origin-secret': '' }],
    ['the number of a key', { 'x-origin-secret': '1' }],
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
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-for': '203.0.113.7', 'x-origin-secret': secret },
      { 'x-viewer-address': 'nonsense', 'x-origin-secret': secret },
      { 'cloudfront-viewer-address': 'nonsense', 'x-origin-secret': secret },
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
