import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { originSecretHeader } from '../../../shared/http/address.ts'
import { storedSecret } from '../../support/local/secret-values.ts'

// A company that allows no requests past the edge, while it changes the key that the edge sends.
const dataDir = mkdtempSync(join(tmpdir(), 'edge-only-'))
const ring = { 1: 'the key until now', 2: 'the next key' }
let cloud: Cloud
beforeAll(async () => {
  cloud = await startCloud({ dataDir, quiet: true, context: { edgeOnly: 'true' } })
  const { ARN: SecretId } = storedSecret(dataDir, 'Origin')
  const client = new SecretsManagerClient({
    endpoint: cloud.endpoints.secrets_manager,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(ring) }))
})
afterAll(async () => {
  await cloud.stop()
  rmSync(dataDir, { recursive: true })
})

const routes = [
  ['GET', '/', 200],
  ['GET', '/openapi.json', 200],
  ['POST', '/api/v1/auth/login', 422],
  ['GET', '/api/v1/shipments', 401],
  ['GET', '/api/v1/unknown', 404],
] as const
const send = (method: string, path: string, key?: string) =>
  fetch(cloud.url + path, { method, headers: key === undefined ? {} : { [originSecretHeader]: key } })

test.each(routes)(
  '%s %s is answered through the edge only, by each of its keys',
  async (method, path, status) => {
    for (const key of Object.values(ring)) expect((await send(method, path, key)).status, key).toBe(status)
    for (const key of [undefined, '', 'another key', '1']) {
      const refused = await send(method, path, key)
      const { detail } = (await refused.json()) as { detail: string }
      expect([refused.status, detail], key).toEqual([403, expect.stringContaining('use the public address')])
    }
  },
)

test('a WebSocket opens through the edge only', async () => {
  const statusWith = async (headers: Record<string, string>) => {
    const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/ws?ticket=none`, { headers })
    socket.on('error', () => undefined)
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    socket.terminate()
    return response.statusCode
  }
  expect(await statusWith({})).toBe(403)
  expect(await statusWith({ [originSecretHeader]: ring[1] }), 'it has no ticket').toBe(401)
})
