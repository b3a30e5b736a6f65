import { RotateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { decodeProtectedHeader } from 'jose'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { NewBag } from '../../../shared/domain/bags/record.ts'
import { caller } from '../../support/api/client.ts'
import { exampleOf, password } from '../../support/api/tenant.ts'
import { storedSecret } from '../../support/local/secret-values.ts'

let dataDir: string, cloud: Cloud
const start = () => startCloud({ dataDir, quiet: true, assembly: inject('assembly') })
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rotation-'))
  cloud = await start()
})
afterAll(async () => {
  await cloud.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const rotate = (name: string) =>
  new SecretsManagerClient({
    endpoint: cloud.endpoints.secrets_manager,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }).send(new RotateSecretCommand({ SecretId: storedSecret(dataDir, name).ARN }))

test('the stack’s function rotates keys under load, and tokens, cursors and labels remain valid, also over a restart', async () => {
  const account = { email: 'rotation@example.com', password, tenant_name: 'Rotation' }
  let call = caller(undefined, cloud.url)
  const { body } = await call('POST /api/v1/auth/register', { body: account })
  const token = body.access_token as string
  for (let n = 0; n < 3; n++) await call('POST /api/v1/bags', { token, body: exampleOf(NewBag) })
  const bag = (await call('POST /api/v1/bags', { token, body: exampleOf(NewBag) })).body
  const page = await call('GET /api/v1/bags?limit=1', { token })
  const next = `GET /api/v1/bags?limit=1&cursor=${page.headers['x-next-cursor']}`

  const statuses: number[] = []
  let done = false
  const load = async () => {
    while (!done) statuses.push((await call('GET /api/v1/shipments', { token })).status)
  }
  const clients = Promise.all([load(), load()])
  for (const name of ['Signing', 'Signing', 'Sealing', 'Qr', 'Pepper', 'Signing']) await rotate(name)
  done = true
  await clients
  expect(statuses.filter((status) => status !== 200)).toEqual([])

  /** Expects everything issued before the rotation to be valid, and returns the key id of a new token. */
  const expectAllValid = async () => {
    expect((await call('GET /api/v1/shipments', { token })).status).toBe(200)
    expect((await call(next, { token })).status).toBe(200)
    const scan = { token, body: { qr_data: bag.qr_data } }
    expect((await call('POST /api/v1/scans', scan)).body.validation_result).toBe('valid')
    const login = await call('POST /api/v1/auth/login', { body: account })
    expect(login.status).toBe(200)
    return decodeProtectedHeader(login.body.access_token).kid
  }
  await expectAllValid()
  await cloud.stop()
  cloud = await start()
  call = caller(undefined, cloud.url)
  expect(await expectAllValid(), 'a new key signs tokens').not.toBe(decodeProtectedHeader(token).kid)
})
