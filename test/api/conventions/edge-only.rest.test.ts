import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { originSecretHeader } from '../../../shared/http/address.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { storedSecret } from '../../support/local/secret-values.ts'

// A deployment that allows no requests past the edge.
const routes = [
  ['GET', '/', 200],
  ['GET', '/openapi.json', 200],
  ['POST', '/api/v1/auth/login', 422],
  ['GET', '/api/v1/shipments', 401],
  ['GET', '/api/v1/unknown', 404],
] as const
const refusal = expect.stringContaining('use the public address')

test.each(routes)('%s %s is answered with each key of the edge only', async (method, path, status) => {
  const ring = { 1: 'the key until now', 2: 'the next key' }
  const { call } = inProcess({ variables: { EDGE_ONLY: 'true' }, secrets: { origin: ring } })
  const send = (key?: string) =>
    call(`${method} ${path}`, {
      contract: false,
      headers: key === undefined ? {} : { [originSecretHeader.toLowerCase()]: key },
    })
  for (const key of Object.values(ring)) expect((await send(key)).status, key).toBe(status)
  for (const key of [undefined, '', 'another key', '1']) {
    const refused = await send(key)
    expect([refused.status, refused.body.detail], key).toEqual([403, refusal])
  }
})

test('requests and WebSockets whose key is not the edge’s are refused, whatever a client sends', async () => {
  const key = 'a key that the edge does not have'
  const dataDir = mkdtempSync(join(tmpdir(), 'edge-only-'))
  await using cloud = await startedWith(dataDir, { 1: key })
  const headers = { [originSecretHeader]: key }
  for (const [method, path] of routes) {
    const refused = await fetch(cloud.url + path, { method, headers })
    expect([refused.status, await refused.json()]).toMatchObject([403, { detail: refusal }])
  }
  const socket = new WebSocket(`${cloud.url.replace('http', 'ws')}/ws?ticket=none`, { headers })
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  socket.terminate()
  expect(response.statusCode).toBe(403)
})

/** A local cloud whose functions accept other keys than those of its edge, as a gateway's own address does. */
async function startedWith(dataDir: string, keys: object) {
  const cloud: Cloud = await startCloud({ dataDir, quiet: true, context: { edgeOnly: 'true' } })
  const { ARN: SecretId } = storedSecret(dataDir, 'Origin')
  const client = new SecretsManagerClient({
    endpoint: cloud.endpoints.secrets_manager,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify(keys) }))
  return {
    url: cloud.url,
    async [Symbol.asyncDispose]() {
      await cloud.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
