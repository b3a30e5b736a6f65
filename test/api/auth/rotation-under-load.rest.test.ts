import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rotateKeys, type SigningKeys } from '../../../shared/auth/keys.ts'
import { rotateKeyring, keptSecrets, type Keyring, type SecretName } from '../../../shared/config/secrets.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { password } from '../../support/api/tenant.ts'
import { size } from '../../support/suite/figures.ts'

const rotations = size(4, 10)

test('repeated key rotations under load invalidate no token or password', async () => {
  const { signing, verification } = rotateKeys()
  const texts = { signing, verification, pepper: '{"1":"first"}', sealing: '{"1":"first"}' }
  const rotate = () => {
    const next = rotateKeys(JSON.parse(texts.signing) as SigningKeys)
    const ring = (text: string) =>
      JSON.stringify(rotateKeyring(JSON.parse(text) as Keyring, randomUUID(), Infinity))
    Object.assign(texts, next, { pepper: ring(texts.pepper), sealing: ring(texts.sealing) })
  }
  /** A Lambda container, which caches its secrets for five minutes. */
  const container = () => {
    const service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })
    const fetch = (name: SecretName) => Promise.resolve(texts[name as keyof typeof texts])
    Object.assign(service.runtime, { secret: keptSecrets(fetch, service.runtime.settings) })
    return service
  }
  const [first, api] = [container(), container()]
  const account = { email: `rotation-${randomUUID()}@example.com`, password, tenant_name: 'Rotation' }
  const tokens: string[] = [
    (await first.call('POST /api/v1/auth/register', { body: account })).body.access_token,
  ]
  const statuses: number[] = []
  let done = false
  const load = async () => {
    while (!done)
      for (const token of [tokens.at(-1)!, tokens[Math.floor(tokens.length / 2)]!])
        statuses.push((await api.call('GET /api/v1/shipments?limit=1', { token })).status)
  }
  const clients = Promise.all([load(), load(), load()])
  for (let n = 0; n < rotations; n++) {
    rotate()
    // A new container reads the new keys at once; the old ones still use their cached keys.
    const answer = await container().call('POST /api/v1/auth/login', { body: account })
    expect(answer.status).toBe(200)
    tokens.push(answer.body.access_token)
    // The shortest interval between rotations that is safe.
    await sleep(1100)
  }
  done = true
  await clients
  expect(statuses.length).toBeGreaterThan(100)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})
