import { DynamoDBClient, GetItemCommand, PutItemCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { writeAssembly } from '../support/http-fake-function/assembly.ts'

const root = join(import.meta.dirname, '..', '..')
const wait = { timeout: 10_000, interval: 10 }
const table = 'Data-Table0000'

let directory: string
let assembly: string
let count = 0
const children: ChildProcess[] = []
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'cloud-'))
  assembly = writeAssembly(join(directory, 'assembly'), {
    functions: {
      hello: { code: `exports.handler = async () => { console.log('{"said":"hello"}'); return 'hello' }` },
    },
    routes: { 'GET /': 'hello' },
  })
})
afterAll(async () => {
  // Those that a failed test has left.
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(directory, { recursive: true })
})

const freshDir = () => join(directory, `data${++count}`)

/** Runs `npm start` on the sample assembly. */
const local = (environment: Record<string, string>, ...args: string[]) =>
  npmStart(environment, '--app', assembly, ...args)

function npmStart(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['bin/local.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
  })
  children.push(child)
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { child, ended }
}

interface Endpoints {
  api: string
  dynamodb: string
  table: string
}

/** Starts and waits for an endpoints.json of its own: a killed cloud leaves the one it had. */
async function running(dataDir: string, environment: Record<string, string> = {}) {
  const file = join(dataDir, 'endpoints.json')
  const written = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs
  const before = written()
  const cloud = local({ LOCAL_DATA_DIR: dataDir, ...environment })
  await vi.waitUntil(() => ![undefined, before].includes(written()) || cloud.child.exitCode !== null, wait)
  const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints
  return { ...cloud, endpoints, emulators: emulatorsOf(dataDir) }
}

/** Process ids of those whose command line names the directory's data file: the emulator and its leash. */
const emulatorsOf = (dataDir: string) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(join(dataDir, 'dynamodb.sqlite')))
    .map(Number)

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const allGone = (pids: readonly number[]) =>
  vi.waitUntil(() => pids.every((pid) => commandLine(String(pid)) === ''), wait)

const clientOf = (endpoint: string) =>
  new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
const key = { pk: { S: 'p' }, sk: { S: 's' } }

describe('npm start', () => {
  test('serves the app, keeps its data and secrets over Ctrl-C and kill -9, and leaves nothing running', async () => {
    const dataDir = freshDir()
    const first = await running(dataDir)
    expect(first.endpoints).toEqual({
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      dynamodb: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      table,
    })
    expect(await (await fetch(first.endpoints.api)).text()).toBe('hello')
    const { Table } = await clientOf(first.endpoints.dynamodb).send(
      new DescribeTableCommand({ TableName: table }),
    )
    expect(Table).toMatchObject({
      StreamSpecification: { StreamEnabled: true },
      GlobalSecondaryIndexes: [{ IndexName: 'gsi1' }],
    })
    const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    await clientOf(first.endpoints.dynamodb).send(
      new PutItemCommand({ TableName: table, Item: { ...key, n: { N: '1' } } }),
    )
    expect(first.emulators.length).toBeGreaterThan(0)
    first.child.kill('SIGINT')
    const { code, stdout, stderr } = await first.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('{"said":"hello"}\n')
    expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false)
    await allGone(first.emulators)

    const second = await running(dataDir)
    const client = clientOf(second.endpoints.dynamodb)
    expect((await client.send(new GetItemCommand({ TableName: table, Key: key }))).Item).toHaveProperty('n')
    await client.send(new PutItemCommand({ TableName: table, Item: { ...key, n: { N: '2' } } }))
    second.child.kill('SIGKILL')
    await second.ended
    await allGone(second.emulators)

    const third = await running(dataDir)
    const got = await clientOf(third.endpoints.dynamodb).send(
      new GetItemCommand({ TableName: table, Key: key }),
    )
    expect(got.Item?.['n']).toEqual({ N: '2' })
    expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
    third.child.kill('SIGTERM')
    expect(await third.ended).toMatchObject({ code: 0, stderr: '' })
    await allGone(third.emulators)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing running after a %s in the middle of the start',
    async (signal) => {
      const dataDir = freshDir()
      const { child, ended } = local({ LOCAL_DATA_DIR: dataDir })
      await vi.waitUntil(() => emulatorsOf(dataDir).length > 0, wait)
      child.kill(signal)
      expect(await ended).toMatchObject({ code: signal === 'SIGTERM' ? 0 : null, stderr: '' })
      await vi.waitUntil(() => emulatorsOf(dataDir).length === 0, wait)
    },
  )

  test('ends with one line when the emulator dies', async () => {
    const cloud = await running(freshDir())
    for (const pid of cloud.emulators)
      if (commandLine(String(pid)).includes('dynoxide\0serve')) process.kill(pid, 'SIGKILL')
    expect(await cloud.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The DynamoDB emulator .+\n$/) as string,
    })
    await allGone(cloud.emulators)
  })

  test('uses a DynamoDB that runs already', async () => {
    const owner = await running(freshDir())
    const guest = await running(freshDir(), { DYNAMODB_ENDPOINT: `${owner.endpoints.dynamodb}/` })
    expect(guest.endpoints.dynamodb).toBe(owner.endpoints.dynamodb)
    expect(guest.emulators).toEqual([])
    for (const { child, ended } of [guest, owner]) {
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    }
  })
})

describe('a start that cannot be says so in one line', () => {
  const refusal = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, stderr } = await local({ LOCAL_DATA_DIR: freshDir(), ...environment }, ...args).ended
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(code).toBe(1)
    return stderr
  }

  test('a taken port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} of 127.0.0.1 is taken`)
    other.close()
  })
  test.each(['http', '70000'])('PORT=%s', async (PORT) => {
    expect(await refusal({ PORT })).toContain(`PORT is "${PORT}"`)
  })
  test('an address of another machine', async () => {
    expect(await refusal({ HOST: '192.0.2.1' })).toContain('set HOST')
  })
  test('a data directory that cannot be', async () => {
    expect(await refusal({ LOCAL_DATA_DIR: '/dev/null/x' })).toContain('set LOCAL_DATA_DIR')
  })
  test('a data directory in use', async () => {
    const dataDir = freshDir()
    const { child, ended } = await running(dataDir)
    expect(await refusal({ LOCAL_DATA_DIR: dataDir })).toContain('in use by another')
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })
  test('an emulator that is not there', async () => {
    expect(await refusal({ DYNAMODB_BIN: '/nonexistent' })).toContain('DYNAMODB_BIN names /nonexistent')
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
  test.each(['dynamodb.sqlite', 'secrets.json', 'lock'])('a broken %s', async (file) => {
    const dataDir = freshDir()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, file), 'this is no database and no JSON, '.repeat(200))
    expect(await refusal({ LOCAL_DATA_DIR: dataDir })).toContain(join(dataDir, file))
    expect(emulatorsOf(dataDir)).toEqual([])
  })
  test('a setting that the app refuses', async () => {
    const { code, stderr } = await npmStart({ LOCAL_DATA_DIR: freshDir() }, '-c', 'routeRate=fast').ended
    expect(stderr).toMatch(/^The CDK app cannot be synthesised: Setting routeRate is "fast"[^\n]+\n$/)
    expect(code).toBe(1)
  })
  test('no assembly, a wrong option, a context without a value', async () => {
    expect(await refusal({}, '--app', '/nowhere')).toContain('/nowhere holds no synthesised CDK app')
    expect(await refusal({}, '--port=3')).toContain('Usage: npm start')
    expect(await refusal({}, '-c', 'routeRate')).toContain('name=value')
  })
})
