import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { startDynamoDb } from '../../../lib/local/dynamodb/dynamodb.ts'
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
    // A link in another page.
    expect(await statusWith(url, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200)
  })

  test('refuses pages of other origins, and other hosts', async () => {
    for (const headers of [
      { origin: 'https://attacker.example' },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { host: 'attacker.example' },
      // A script or a picture of another page: without Origin.
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    ])
      expect(await statusWith(url, headers), JSON.stringify(headers)).toBe(403)
  })

  test.each(['mail', 'secretsManager'] as const)('as the one for %s does', async (service) => {
    expect(await statusWith(inject(service), { origin: 'https://attacker.example' })).toBe(403)
  })
})

describe('the local DynamoDB', () => {
  test('answers programs, but no web page and no other host', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'dynamodb-'))
    await using database = await startDynamoDb(directory, process.env, new AbortController().signal)
    const { publicEndpoint: endpoint } = database
    const options = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
    const client = new DynamoDBClient({ ...options, endpoint })
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual([])
    for (const headers of [
      { origin: 'https://attacker.example' },
      { host: 'attacker.example' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect(await statusWith(endpoint, headers), JSON.stringify(headers)).toBe(403)
    // The preflight request too.
    const preflight = await fetch(endpoint, {
      method: 'OPTIONS',
      headers: { origin: 'https://attacker.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
    // The emulator itself is at an address that no page can guess, where there are many.
    if (process.platform === 'linux') {
      const { hostname, port } = new URL(database.endpoint)
      expect(hostname).not.toBe('127.0.0.1')
      await expect(statusWith(`http://127.0.0.1:${port}`, {})).rejects.toThrow('ECONNREFUSED')
    }
    client.destroy()
    rmSync(directory, { recursive: true, force: true })
  })
})
