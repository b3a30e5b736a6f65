import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startCloud } from '../../../lib/local/cloud.ts'
import type { CloudOptions } from '../../../lib/local/options.ts'
import { StartupError } from '../../../lib/local/runtime/startup-error.ts'
import { helloApp } from '../../support/local/hello-app.ts'
import { emulatorsOf, npmStart, running } from '../../support/local/npm-start.ts'

const { directory, assembly, freshDir } = helloApp()

describe('npm start fails with one line for', () => {
  const refusal = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, stderr } = await npmStart({ LOCAL_DATA_DIR: freshDir(), ...environment }, ...args).ended
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(code).toBe(1)
    return stderr
  }

  test('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const line = await refusal({ PORT: String(port) }, '--app', assembly)
    expect(line).toContain(`Port ${port} of 127.0.0.1 is in use`)
    other.close()
  })
  test.each(['http', '70000'])('PORT=%s', async (PORT) => {
    expect(await refusal({ PORT }, '--app', assembly)).toContain(`PORT is "${PORT}"`)
  })
  test('a broken database', async () => {
    const dataDir = freshDir()
    breakFile(dataDir, 'dynamodb.sqlite')
    const line = await refusal({ LOCAL_DATA_DIR: dataDir }, '--app', assembly)
    expect(line).toContain(join(dataDir, 'dynamodb.sqlite'))
    expect(emulatorsOf(dataDir)).toEqual([])
  })
  // The local cloud sets flightDataUrl itself, but the option overrides it.
  test.each(['routeRate=fast', 'flightDataUrl='])('a wrong value of a setting: %s', async (given) => {
    const line = await refusal({}, '-c', given)
    expect(line.startsWith(`Setting ${given.replace('=', ' is "')}": it takes `), line).toBe(true)
  })
  test('an unknown setting', async () => {
    expect(await refusal({}, '-c', 'routeRates=5')).toContain('There is no setting routeRates; there are ')
  })
  test('settings with which the app cannot be synthesised', async () => {
    const line = await refusal({}, '-c', 'tableStreamArn=arn:aws:dynamodb:eu-west-1:1:table/Other/stream/1')
    expect(line).toMatch(/^The CDK app cannot be synthesised: .*the stream of no table of CourierData/)
  })
  test('a wrong option, or a context without a value', async () => {
    expect(await refusal({}, '--port=3')).toContain('Usage: npm start')
    expect(await refusal({}, '-c', 'routeRate')).toContain('name=value')
  })
})

describe('a cloud does not start, and says why in one line, with', () => {
  afterEach(() => vi.unstubAllEnvs())
  /** Starts a cloud in this process, which is refused. Returns the message. */
  const refusal = async (options: Partial<CloudOptions>, environment: Record<string, string> = {}) => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
    const given = { dataDir: freshDir(), assembly, quiet: true, ...options }
    const error = await startCloud(given).then(
      (cloud) => cloud.stop(),
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(StartupError)
    const { message } = error as StartupError
    expect(message).toMatch(/^[^\n]+$/)
    return message
  }

  test('an address of another machine', async () => {
    expect(await refusal({ host: '192.0.2.1' })).toContain('set HOST')
  })
  test('a data directory that cannot be created', async () => {
    expect(await refusal({ dataDir: '/dev/null/x' })).toContain('set LOCAL_DATA_DIR')
  })
  test('a data directory in use', async () => {
    const dataDir = freshDir()
    const { child, ended } = await running(assembly, dataDir)
    expect(await refusal({ dataDir })).toContain('in use by another')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
  test('a missing emulator', async () => {
    expect(await refusal({}, { DYNAMODB_BIN: '/nonexistent' })).toContain('DYNAMODB_BIN is /nonexistent')
    expect(await refusal({}, { DYNAMODB_BIN: directory })).toContain('cannot be run')
  })
  test('a DynamoDB that does not answer', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const DYNAMODB_ENDPOINT = `http://127.0.0.1:${port}`
    expect(await refusal({}, { DYNAMODB_ENDPOINT })).toContain('check DYNAMODB_ENDPOINT')
  })
  test.each(['secrets.json', 'lock', 'flight-provider.json'])('a broken %s', async (file) => {
    const dataDir = freshDir()
    breakFile(dataDir, file)
    expect(await refusal({ dataDir })).toContain(join(dataDir, file))
    expect(emulatorsOf(dataDir)).toEqual([])
  })
  test('a missing assembly', async () => {
    expect(await refusal({ assembly: '/nowhere' })).toContain('/nowhere contains no synthesised CDK app')
  })
})

function breakFile(dataDir: string, file: string): void {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, file), 'this is no database and no JSON, '.repeat(200))
}
