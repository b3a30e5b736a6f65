import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { invoker } from '../../../lib/local/invoke/invoker.ts'
import { completeEvent, readEvent } from '../../../lib/local/invoke/sample-event.ts'
import { expectContract } from '../../support/api/contract.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { compileCache, emulatorsOf } from '../../support/local/npm-start.ts'
import { sample, samples } from '../../support/local/samples.ts'
import { allSent, emailsTo, newOutboxMessage, send } from '../../support/mail/mailbox.ts'
import { newTenant } from '../../support/api/tenant.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const directory = mkdtempSync(join(tmpdir(), 'invoke-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** The data directory and the app of the service that all tests use. */
const served = dirname(inject('functionLog'))
const app = join(served, 'assembly')

/** Runs the command in a new process. By default, it uses the test suite's service. */
const invoke = (args: string[], dataDir = served) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], LOCAL_DATA_DIR: dataDir, ...compileCache }
    execFile(process.execPath, ['bin/invoke.ts', ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

describe('every sample', () => {
  const logLines: string[] = []
  const functions = invoker(served, app, (line) => logLines.push(line))
  afterAll(() => functions[Symbol.asyncDispose]())

  test.each(samples)(
    '$name gets a response that matches the contract of its route',
    async ({ group, row, event }) => {
      const complete = await completeEvent(event, new Map(), functions.invoke, (line) => logLines.push(line))
      const { statusCode, headers, body } = (await functions.invoke(group, complete)) as any
      const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      expectContract(row?.key ?? '', {
        status: statusCode,
        headers: Object.fromEntries(sent),
        text: body,
        body: JSON.parse(body),
      })
      expect(logLines).toContain(`On the data of the service at ${inject('url')}.`)
    },
  )
})

test('the command writes only the result to stdout, and the log to stderr', async () => {
  const { code, stdout, stderr } = await invoke(['health', sample('health-liveness').file, '--app', app])
  expect(JSON.parse(stdout)).toMatchObject({ statusCode: 200, body: expect.stringContaining('healthy') })
  expect(stderr).toContain(`On the data of the service at ${inject('url')}.\n`)
  expect(stderr).toMatch(/^\{.*"message":"request"/m)
  expect(code).toBe(0)
})

test('a function that is invoked on a running service writes to that service’s data', async () => {
  const { send, token } = await newTenant()
  const given = [`access_token=${token}`, 'random=1', '--app', app]
  const { stdout, stderr } = await invoke(['shipments', sample('shipments-book').file, ...given])
  expect(stderr).not.toContain('is not given')
  const { id } = JSON.parse(JSON.parse(stdout).body)
  expect((await send(`GET /api/v1/shipments/${id}`)).status).toBe(200)
  expect(existsSync(join(served, 'endpoints.json'))).toBe(true)
})

test('on a running service, only that service sends e-mails', async () => {
  await using other = invoker(served, app, () => undefined)
  await other.invoke('health', sample('health-liveness').event)
  const one = await newOutboxMessage()
  await send(one)
  // Another consumer of the stream would poll ten times a second, so this is time enough for it.
  for (let i = 0; i < 5; i++) await allSent()
  expect(await emailsTo(one)).toHaveLength(1)
})

test('without a running service, the command starts the emulators, keeps the data, and leaves no processes running', async () => {
  const dataDir = join(directory, 'data')
  const { stdout: registered } = await invoke(
    ['auth', sample('auth-register').file, 'random=1', '--app', app],
    dataDir,
  )
  expect(JSON.parse(registered).statusCode).toBe(201)
  const login = ['auth', sample('auth-login').file, 'email=owner-1@example.com', '--app', app]
  const { stdout, stderr } = await invoke(login, dataDir)
  expect(JSON.parse(stdout).statusCode).toBe(200)
  expect(stderr).not.toContain('On the data of')
  expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false)
  expect(emulatorsOf(dataDir)).toEqual([])
})

test('--print writes the event with its values, and starts no emulators', async () => {
  const dataDir = join(directory, 'untouched')
  const given = ['access_token=ey', 'shipment_id=7', '--print']
  const { code, stdout } = await invoke(['shipments', sample('shipments-read').file, ...given], dataDir)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    ...sample('shipments-read').event,
    rawPath: '/api/v1/shipments/7',
    pathParameters: { id: '7' },
    headers: { authorization: 'Bearer ey' },
    requestContext: { http: { path: '/api/v1/shipments/7' } },
  })
  expect(existsSync(dataDir)).toBe(false)
})

describe('an invocation fails with one line for', () => {
  const refusal = async (...args: string[]) => {
    const { code, stdout, stderr } = await invoke(args, join(directory, 'refused'))
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    return stderr
  }
  const { file } = sample('health-liveness')
  const written = (name: string, content: string) => {
    writeFileSync(join(directory, name), content)
    return join(directory, name)
  }

  test('a missing or unknown function, a wrong option, or a value without a name', async () => {
    expect(await refusal()).toContain('Usage: npm run invoke')
    expect(await refusal('toString', file)).toContain('Functions: apikeys, auth, ')
    expect(await refusal('health', file, '--strict')).toContain('Usage: npm run invoke')
    expect(await refusal('health', file, 'random')).toContain('name=value')
  })
  test('a missing file, a file that is not JSON, or an unknown placeholder', async () => {
    expect(await refusal('health', '/nowhere.json')).toContain('/nowhere.json is not a readable event')
    expect(() => readEvent(written('text.json', '{]'))).toThrow(
      /^[^\n]*text.json is not a readable event[^\n]*$/,
    )
    const event = readEvent(written('moon.json', '{"body":"<moon_phase>"}'))
    const notInvoked = () => expect.unreachable()
    await expect(completeEvent(event, new Map(), notInvoked, notInvoked)).rejects.toThrow(
      /^.*moon_phase=\.\.\.$/,
    )
  })
  test('a function that throws, times out, or is not in the app', async () => {
    const broken = writeAssembly(join(directory, 'assembly'), {
      functions: {
        health: { code: `exports.handler = async () => { throw new TypeError('no such parcel') }` },
        auth: { code: `exports.handler = () => new Promise(() => undefined)`, timeout: 1 },
      },
      routes: { 'GET /': 'health', 'GET /slow': 'auth' },
    })
    expect(await refusal('auth', file, '--app', broken)).toContain('Task timed out after 1.00 seconds')
    await using functions = invoker(join(directory, 'refused'), broken, () => undefined)
    const fault = (group: string) => expect(functions.invoke(group, sample('health-liveness').event)).rejects
    await fault('health').toThrow(/^Function Api-healthFunction: TypeError: no such parcel \(at .+\)$/)
    await fault('shipments').toThrow(/^The app has no function shipmentsFunction\.$/)
  })
})
