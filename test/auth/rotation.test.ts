import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { handler } from '../../functions/jobs/rotation.ts'
import type { PublicKeys, SigningKeys } from '../../shared/auth/keys.ts'
import { currentKey, rotateKeyring, type Keyring } from '../../shared/config/secrets.ts'
import { readSettings } from '../../shared/config/settings.ts'
import { tokenSigner, tokenVerifier } from '../../shared/auth/tokens.ts'

/** A mock of Secrets Manager with two secrets, for a rotation. With `failAt` = n, the n-th call from now fails. */
function secretsManager() {
  const versions = new Map([['initial', { text: '{"unused":"random"}', stages: ['AWSCURRENT'] }]])
  const state = { published: '{"keys":[]}', failAt: Infinity }
  const tick = () => {
    if (--state.failAt === 0) throw new Error('The call failed')
  }
  const mock = mockClient(SecretsManagerClient)
  // Other files of this process use the client.
  onTestFinished(() => mock.restore())
  mock.on(GetSecretValueCommand).callsFake(({ VersionId, VersionStage = 'AWSCURRENT' }) => {
    tick()
    const found = [...versions].find(
      ([id, { stages }]) => stages.includes(VersionStage) && (!VersionId || id === VersionId),
    )
    if (!found) throw new ResourceNotFoundException({ message: 'none', $metadata: {} })
    return { SecretString: found[1].text }
  })
  mock.on(PutSecretValueCommand).callsFake(({ SecretId, SecretString, ClientRequestToken, VersionStages }) => {
    tick()
    if (SecretId === 'verification') state.published = SecretString
    else versions.set(ClientRequestToken, { text: SecretString, stages: VersionStages })
  })
  mock.on(DescribeSecretCommand).callsFake(() => {
    tick()
    return { VersionIdsToStages: Object.fromEntries([...versions].map(([id, { stages }]) => [id, stages])) }
  })
  mock.on(UpdateSecretVersionStageCommand).callsFake(({ MoveToVersionId, RemoveFromVersionId }) => {
    tick()
    versions.get(RemoveFromVersionId)!.stages = ['AWSPREVIOUS']
    versions.get(MoveToVersionId)!.stages = ['AWSCURRENT']
  })
  const current = () => [...versions.values()].find(({ stages }) => stages.includes('AWSCURRENT'))!.text
  return {
    state,
    signing: () => JSON.parse(current()) as SigningKeys,
    verification: () => JSON.parse(state.published) as PublicKeys,
  }
}

const settings = readSettings(() => undefined)

/** Runs a rotation as Secrets Manager does: in four steps, of which each is retried after a failure. */
async function rotate(failAt: () => void = () => undefined) {
  const ClientRequestToken = randomUUID()
  for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const) {
    failAt()
    const step = () => handler({ Step, SecretId: 'signing', ClientRequestToken })
    await step().catch(step)
  }
}

test('a rotation creates the keys, and at any time all verifiers know the key of every valid token', async () => {
  vi.stubEnv('SECRET_VERIFICATION', 'verification')
  vi.stubEnv('SECRET_SIGNING', 'signing')
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const failAt of [Infinity, 1, 2, 3, 4]) {
    const { state, signing, verification } = secretsManager()
    const claims = { sub: randomUUID(), tenant_id: randomUUID(), sid: randomUUID(), jti: randomUUID() }
    const now = new Date()
    let token: string | undefined
    let known: PublicKeys | undefined
    for (let generation = 0; generation < 4; generation++) {
      await rotate(() => (state.failAt = failAt))
      const check = (keys: PublicKeys, token: string) => tokenVerifier(keys, settings).refresh(token, now)
      if (token)
        await expect(check(verification(), token), 'an earlier token is still valid').resolves.toMatchObject(
          claims,
        )
      token = await (
        await tokenSigner(signing(), settings)
      ).sign('refresh', claims, Math.floor(now.getTime() / 1000), 60)
      await expect(check(verification(), token)).resolves.toMatchObject(claims)
      if (known)
        await expect(check(known, token), 'verifiers with the previous keys').resolves.toMatchObject(claims)
      known = verification()
      expect(known.keys.length).toBe(2 + generation)
      expect(JSON.stringify(known)).not.toContain('"d":')
    }
  }
})

test('a keyring contains a new key one period before its first use, and keeps former keys', () => {
  let ring: Keyring = { 1: 'first' }
  const generations = Array.from({ length: 5 }, (_, n) => (ring = rotateKeyring(ring, `added ${n + 1}`, 2)))
  expect(generations.map((one) => Object.keys(one))).toEqual([
    ['1', '2', 'current'],
    ['1', '2', '3', 'current'],
    ['2', '3', '4', 'current'],
    ['3', '4', '5', 'current'],
    ['4', '5', '6', 'current'],
  ])
  expect(generations.map((one) => currentKey(one).number)).toEqual([1, 2, 3, 4, 5])
  // An operator added key 2 without `current`, so it is already in use.
  expect(rotateKeyring({ 1: 'a', 2: 'b' }, 'c', Infinity)).toEqual({ 1: 'a', 2: 'b', 3: 'c', current: '2' })
})
