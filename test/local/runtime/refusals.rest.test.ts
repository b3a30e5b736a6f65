import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helloApp } from '../../support/local/hello-app.ts'
import { emulatorsOf, npmStart, running } from '../../support/local/npm-start.ts'

const { directory, assembly, freshDir } = helloApp()

describe('a start fails with one line for', () => {
  const refusal = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, stderr } = await npmStart(
      { LOCAL_DATA_DIR: freshDir(), ...environment },
      '--app',
      assembly,
      ...args,
    ).ended
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(code).toBe(1)
    return stderr
  }

  test('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} of 127.0.0.1 is in use`)
    other.close()
  })
  test.each(['http', '70000'])('PORT=%s', async (PORT) => {
    expect(await refusal({ PORT })).toContain(`PORT is "${PORT}"`)
  })
  test('an address of another machine', async () => {
    expect(await refusal({ HOST: '192.0.2.1' })).toContain('set HOST')
  })
  test('a data directory that cannot be created', async () => {
    expect(await refusal({ LOCAL_DATA_DIR: '/dev/null/x' })).toContain('set LOCAL_DATA_DIR')
  })
  test('a data directory in use', async () => {
    const dataDir = freshDir()
    const { child, ended } = await running(assembly, dataDir)
    expect(await refusal({ LOCAL_DATA_DIR: dataDir })).toContain('in use by another')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
  test('a missing emulator', async () => {
    expect(await refusal({ DYNAMODB_BIN: '/nonexistent' })).toContain('DYNAMODB_BIN is /nonexistent')
    expect(await refusal({ DYNAMODB_BIN: directory })).toContain('cannot be run')
  })
  test('a DynamoDB that does not answer', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    expect(await refusal({ DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` })).toContain(
      'check DYNAMODB_ENDPOINT',
    )
  })
  test.each(['dynamodb.sqlite', 'secrets.json', 'lock', 'flight-provider.json'])(
    'a broken %s',
    async (file) => {
      const dataDir = freshDir()
      mkdirSync(dataDir)
      writeFileSync(join(dataDir, file), 'this is no database and no JSON, '.repeat(200))
      expect(await refusal({ LOCAL_DATA_DIR: dataDir })).toContain(join(dataDir, file))
      expect(emulatorsOf(dataDir)).toEqual([])
    },
  )
  // The local cloud sets flightDataUrl itself, but the option overrides it.
  test.each(['routeRate=fast', 'flightDataUrl='])('a setting that the app refuses: %s', async (given) => {
    const { code, stderr } = await npmStart({ LOCAL_DATA_DIR: freshDir() }, '-c', given).ended
    expect(stderr).toMatch(/^The CDK app cannot be synthesised: Setting [^\n]+\n$/)
    expect(stderr).toContain(`Setting ${given.replace('=', ' is "')}"`)
    expect(code).toBe(1)
  })
  test('a missing assembly, a wrong option, or a context without a value', async () => {
    expect(await refusal({}, '--app', '/nowhere')).toContain('/nowhere contains no synthesised CDK app')
    expect(await refusal({}, '--port=3')).toContain('Usage: npm start')
    expect(await refusal({}, '-c', 'routeRate')).toContain('name=value')
  })
})
