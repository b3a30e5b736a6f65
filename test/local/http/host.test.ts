import { get } from 'node:http'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { loopbackServer } from '../../../lib/local/http/loopback-server.ts'

/** The status of a request with these headers; `fetch` sets Host itself. */
const statusWith = (url: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
  })

// A web page can have its own name resolve to 127.0.0.1 (DNS rebinding), and can send requests to any address.

describe('the local API', () => {
  test.each([
    '127.0.0.1',
    'localhost:3000',
    'LOCALHOST',
    'courier.localhost',
    '[::1]:3000',
    '192.168.1.7:3000',
  ])('answers requests for %s', async (host) => {
    expect(await statusWith(inject('url'), { host })).toBe(200)
  })

  test.each([
    'attacker.example',
    'attacker.example:3000',
    '127.0.0.1.attacker.example',
    'localhost.attacker.example',
  ])('refuses requests for %s', async (host) => {
    expect(await statusWith(inject('url'), { host })).toBe(403)
  })
})

describe('a local AWS service', () => {
  let url: string
  beforeAll(async () => {
    const server = await loopbackServer((_, response) => void response.end('secret'))
    ;({ url } = server)
    return () => server[Symbol.asyncDispose]()
  })

  test('answers programs, and its own pages', async () => {
    expect(await statusWith(url, {})).toBe(200)
    expect(await statusWith(url, { origin: url })).toBe(200)
  })

  test('refuses pages of other origins, and other hosts', async () => {
    for (const headers of [
      { origin: 'https://attacker.example' },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { host: 'attacker.example' },
    ])
      expect(await statusWith(url, headers), JSON.stringify(headers)).toBe(403)
  })

  test.each(['mail', 'secretsManager'] as const)('as the one for %s does', async (service) => {
    expect(await statusWith(inject(service), { origin: 'https://attacker.example' })).toBe(403)
  })
})
