import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCloud } from '../../../lib/local/cloud.ts'
import { tokenBucket } from '../../../lib/local/apigateway/throttle.ts'
import { writeAssembly } from '../../support/local/assembly.ts'

test('a token bucket admits its burst first, and then its rate', () => {
  let now = 0
  const admit = tokenBucket({ rate: 10, burst: 3 }, () => now)
  const passing = (requests: number) => Array.from({ length: requests }, admit).filter(Boolean).length
  expect(passing(5)).toBe(3)
  now += 200
  expect(passing(5)).toBe(2)
  now += 60_000
  expect(passing(5)).toBe(3)
})

test('each route has its own token bucket, and answers 429 when the bucket is empty', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'throttle-'))
  const assembly = writeAssembly(join(directory, 'assembly'), {
    functions: { hello: { code: `exports.handler = async () => 'hello'` } },
    routes: { 'GET /': 'hello', 'GET /other': 'hello' },
    throttle: { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 },
  })
  const cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true })
  try {
    const get = async (path: string) => {
      const response = await fetch(cloud.url + path)
      return [response.status, await response.text()]
    }
    const hello = [200, 'hello']
    expect([await get('/'), await get('/')]).toEqual([hello, hello])
    expect(await get('/')).toEqual([429, '{"message":"Too Many Requests"}'])
    expect(await get('/other')).toEqual(hello)
  } finally {
    await cloud.stop()
    rmSync(directory, { recursive: true })
  }
})
