import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { waitFor } from '../../support/suite/wait.ts'

/** One function for each kind of fault. Some of them fail at one path and work at another. */
const functions = {
  steady: { code: `exports.handler = async () => 'steady'` },
  thrower: { code: `exports.handler = async () => { throw new TypeError('no such parcel') }` },
  sleeper: { code: `exports.handler = () => new Promise(() => undefined)`, timeout: 1 },
  quitter: {
    code: `exports.handler = async (event) => event.rawPath === '/quit' ? process.exit(3) : 'still here'`,
  },
  looper: {
    code: `exports.handler = async (event) => { while (event.rawPath === '/loop'); return 'out of it' }`,
    timeout: 1,
  },
  late: {
    code: `exports.handler = async (event) => {
      if (event.rawPath === '/late') setImmediate(() => { throw new Error('after the answer') })
      return process.pid
    }`,
  },
  hungry: {
    code: `exports.handler = async () => { for (const all = []; ; ) all.push(new Array(1e6).fill({})) }`,
    timeout: 10,
  },
  broken: { code: `throw new Error('no wings')` },
  curious: {
    code: `let inside = 0, peak = 0
    exports.handler = async (event, context) => {
      peak = Math.max(peak, ++inside)
      const crowd = Number(event.queryStringParameters?.crowd ?? 1)
      for (let i = 0; peak < crowd || i < 1; i++) await new Promise((resolve) => setTimeout(resolve, 10))
      inside--
      return { peak, env: process.env, remaining: context.getRemainingTimeInMillis(), id: context.awsRequestId, name: context.functionName }
    }`,
    variables: { GREETING: 'hello', COUNT: 3, API: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] } },
  },
}
const routes = {
  'GET /': 'steady',
  'GET /throw': 'thrower',
  'GET /sleep': 'sleeper',
  'ANY /quit': 'quitter',
  'GET /quitter': 'quitter',
  'GET /loop': 'looper',
  'GET /looper': 'looper',
  'GET /late': 'late',
  'GET /lately': 'late',
  'GET /hungry': 'hungry',
  'GET /broken': 'broken',
  'GET /curious': 'curious',
}

let directory: string
let cloud: Cloud
const reported = vi.fn<(line: string) => void>()
const reports = () => reported.mock.calls.map(([line]) => line)

const start = (dataDir: string, strict = false) =>
  startCloud({
    dataDir: join(directory, dataDir),
    assembly: writeAssembly(join(directory, 'assembly'), { functions, routes }),
    strict,
    quiet: true,
    log: reported,
  })

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'functions-'))
  process.env['ONLY_OUTSIDE'] = 'yes'
  cloud = await start('data')
})
afterAll(async () => {
  delete process.env['ONLY_OUTSIDE']
  await cloud.stop()
  rmSync(directory, { recursive: true })
})

const get = async (path: string) => {
  const response = await fetch(cloud.url + path)
  return [response.status, await response.text()]
}
const internalError = [500, '{"message":"Internal Server Error"}']
const unavailable = [503, '{"message":"Service Unavailable"}']

describe('a function that', () => {
  test('throws gets 500 and one line in the log', async () => {
    expect(await get('/throw')).toEqual(internalError)
    const lines = reports().filter((line) => line.includes('no such parcel'))
    expect(lines).toEqual([
      expect.stringMatching(/^Function Api-throwerFunction: TypeError: no such parcel \(at .+\)$/),
    ])
  })

  test('does not answer in time gets 503, and new events go to a new thread', async () => {
    expect(await Promise.all([get('/sleep'), get('/')])).toEqual([unavailable, [200, 'steady']])
    expect(reports()).toContain('Function Api-sleeperFunction: Task timed out after 1.00 seconds')
  })

  test('loops endlessly gets 503, and works again afterwards', async () => {
    expect(await Promise.all([get('/loop'), get('/')])).toEqual([unavailable, [200, 'steady']])
    expect(await get('/looper')).toEqual([200, 'out of it'])
  })

  test('exits gets 500, and works again afterwards', async () => {
    expect(await get('/quit')).toEqual(internalError)
    expect(await get('/quitter')).toEqual([200, 'still here'])
    expect(reports()).toContain('Function Api-quitterFunction: exited with code 3')
  })

  test('that throws after it has responded returns that response, and serves the next request', async () => {
    expect(await get('/late')).toEqual([200, String(process.pid)])
    await waitFor(() => expect(reports()).toContain('Function Api-lateFunction: has crashed: after the answer'))
    expect(await get('/lately')).toEqual([200, String(process.pid)])
  })

  test('runs out of memory gets 500 and does not affect other functions', async () => {
    expect(await get('/hungry')).toEqual(internalError)
    expect(await get('/')).toEqual([200, 'steady'])
  })

  test('cannot be loaded gets 500 each time, and the log says why', async () => {
    expect(await get('/broken')).toEqual(internalError)
    expect(await get('/broken')).toEqual(internalError)
    expect(reports()).toContain('Function Api-brokenFunction: cannot be loaded: no wings')
  })
})

interface Invocation {
  peak: number
  env: Record<string, string>
  remaining: number
  id: string
  name: string
}
/** The function answers once `crowd` invocations have run in it at the same time. */
const curious = async (url: string, crowd = 1) =>
  (await (await fetch(`${url}/curious?crowd=${crowd}`)).json()) as Invocation

test("a function has its own environment, without this process's variables", async () => {
  const { env, remaining, id, name } = await curious(cloud.url)
  expect(env).toMatchObject({
    GREETING: 'hello',
    COUNT: '3',
    API: cloud.url,
    TABLE_NAME: 'Data-Table0000',
    AWS_LAMBDA_FUNCTION_NAME: 'Api-curiousFunction',
    AWS_ENDPOINT_URL_DYNAMODB: cloud.dynamodb,
  })
  expect(
    Object.keys(env)
      .filter((key) => !/^(AWS_|LAMBDA_|_HANDLER$|TZ$|PARAMETERS_)/.test(key))
      .sort(),
  ).toEqual(['API', 'COUNT', 'FLIGHT_DATA_URL', 'GREETING', 'TABLE_NAME'])
  expect(env).toEqual(cloud.functions.find((one) => one.name === name)?.environment)
  expect(remaining).toBeGreaterThan(1000)
  expect(remaining).toBeLessThanOrEqual(3000)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
})

test('a function handles up to sixty-four events at a time, or one with --strict', async () => {
  const peak = async (url: string, requests: number, crowd: number) => {
    const seen = await Promise.all(Array.from({ length: requests }, () => curious(url, crowd)))
    return Math.max(...seen.map(({ peak }) => peak))
  }
  expect(await peak(cloud.url, 100, 64)).toBe(64)
  const strict = await start('strict', true)
  try {
    expect(await peak(strict.url, 5, 1)).toBe(1)
  } finally {
    await strict.stop()
  }
})
