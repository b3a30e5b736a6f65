import { createAccessControl } from '../../../lib/local/iam/access.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssembly } from '../../../lib/local/cloudformation/assembly.ts'
import { intrinsics } from '../../../lib/local/cloudformation/intrinsics.ts'
import { serveSecretsExtension } from '../../../lib/local/secretsmanager/extension.ts'
import { loadSecrets, type SecretValue } from '../../../lib/local/secretsmanager/secrets.ts'
import { writeAssembly } from '../../support/local/assembly.ts'

const arn = (name: string) => `arn:aws:secretsmanager:eu-west-1:000000000000:secret:Data-${name}0000-000000`

let directory: string
let extension: Awaited<ReturnType<typeof serveSecretsExtension>>
const loadedSecrets = () => {
  const assembly = readAssembly(writeAssembly(join(directory, 'assembly'), { functions: {}, routes: {} }))
  return loadSecrets(assembly, intrinsics(assembly), join(directory, 'secrets.json'))
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'))
  extension = await serveSecretsExtension(
    loadedSecrets(),
    createAccessControl(new Map([['token', { name: 'reader', statements: undefined }]])),
  )
})
afterAll(async () => {
  await extension[Symbol.asyncDispose]()
  rmSync(directory, { recursive: true })
})

const get = async (path: string, token = 'token') => {
  const headers = { 'X-Aws-Parameters-Secrets-Token': token }
  const response = await fetch(`http://127.0.0.1:${extension.port}${path}`, { headers })
  return { status: response.status, secret: (await response.json()) as SecretValue }
}
const secret = (id: string, token?: string) =>
  get(`/secretsmanager/get?secretId=${encodeURIComponent(id)}`, token)

describe('the extension', () => {
  test.each([arn('Pepper'), 'Data-Pepper0000'])('returns a secret by %s', async (id) => {
    expect(await secret(id)).toMatchObject({
      status: 200,
      secret: { ARN: arn('Pepper'), Name: 'Data-Pepper0000', VersionStages: ['AWSCURRENT'] },
    })
  })
  test('requires the token and the id of an existing secret', async () => {
    expect((await secret(arn('Pepper'), 'guess')).status).toBe(401)
    expect((await get('/secretsmanager/get')).status).toBe(400)
    expect((await secret(arn('Salt'))).status).toBe(404)
    expect((await get('/elsewhere')).status).toBe(404)
  })
})

describe('the values of secrets', () => {
  const textOf = async (name: string) => JSON.parse((await secret(arn(name))).secret.SecretString) as unknown

  test('are generated as the template says', async () => {
    expect(await textOf('Pepper')).toEqual({ 1: expect.stringMatching(/^[!-~]{64}$/) as string })
  })
  test('have matching signing and verification keys', async () => {
    const signing = (await textOf('Signing')) as Record<'current' | 'next', { kid: string }>
    const { keys } = (await textOf('Verification')) as { keys: { kid: string }[] }
    expect(keys.map(({ kid }) => kid)).toEqual([signing.current.kid, signing.next.kid])
  })
  test('include the key of the local flight-data provider', async () => {
    expect(await textOf('FlightData')).toEqual({ key: 'local' })
  })
  test('keep a key that was written into the file, and do not change when another secret is added', () => {
    const file = join(directory, 'secrets.json')
    const kept = JSON.parse(readFileSync(file, 'utf8')) as SecretValue[]
    const of = (values: Iterable<SecretValue>, name: string) =>
      [...values].find(({ ARN }) => ARN === arn(name))?.SecretString
    const written = kept.map((value) =>
      value.ARN === arn('FlightData') ? { ...value, SecretString: '{"key":"real"}' } : value,
    )
    writeFileSync(file, JSON.stringify(written))
    expect(of(loadedSecrets().values(), 'FlightData')).toBe('{"key":"real"}')
    const without = (name: string) => {
      writeFileSync(file, JSON.stringify(kept.filter(({ ARN }) => ARN !== arn(name))))
      return [...loadedSecrets().values()]
    }
    const unkeyed = without('FlightData')
    expect(of(unkeyed, 'FlightData')).toBe('{"key":"local"}')
    for (const name of ['Signing', 'Verification', 'Pepper']) expect(of(unkeyed, name)).toBe(of(kept, name))
    const unsigned = without('Signing')
    expect(of(unsigned, 'Pepper')).toBe(of(kept, 'Pepper'))
    expect(of(unsigned, 'Verification')).not.toBe(of(kept, 'Verification'))
  })
  test('are the same at every start', () => {
    expect([...loadedSecrets()]).toEqual([...loadedSecrets()])
  })
})
