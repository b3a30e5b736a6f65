import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { readAssembly, resourcesOf } from '../../lib/local/cloudformation/assembly.ts'
import { physicalName } from '../../lib/local/cloudformation/names.ts'
import { addressOf } from '../../shared/smoke/standing-company.ts'
import { openJourney } from '../../shared/smoke/journey.ts'
import { unwrap } from '../../shared/client/index.ts'
import { lag } from '../support/chaos-proxy/faults/index-lag.ts'
import { storedSecret } from '../support/local/secret-values.ts'
import { spoilingServer } from './smoke.fixture.ts'
import { waitFor, waitUntil } from '../support/suite/wait.ts'

const client = new LambdaClient({
  endpoint: inject('lambda'),
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})
const FunctionName = resourcesOf(readAssembly(inject('assembly')), 'AWS::Lambda::Function')
  .map(physicalName)
  .find((name) => name.includes('canaryFunction'))!

/** Invokes the canary as its schedule does. Returns how it failed, if it did. */
async function runCanary(url: string): Promise<string | undefined> {
  const Payload = JSON.stringify({ url })
  const invocation = await client.send(new InvokeCommand({ FunctionName: `${FunctionName}:live`, Payload }))
  return invocation.FunctionError
}

/** How many shipments, bags, flights, warehouses and couriers its company has, and when the last of these was made. */
async function companyOfCanary() {
  const { SecretString } = storedSecret(join(inject('functionLog'), '..'), 'Canary')
  const { password } = JSON.parse(SecretString) as { password: string }
  const body = { email: await addressOf(password), password }
  const { anonymous, withToken } = openJourney({ url: inject('url') })
  const company = withToken((await unwrap(anonymous.POST('/api/v1/auth/login', { body }))).access_token)
  const found = await Promise.all([
    unwrap(company.GET('/api/v1/shipments')),
    unwrap(company.GET('/api/v1/bags')),
    unwrap(company.GET('/api/v1/flights')),
    unwrap(company.GET('/api/v1/warehouses')),
    unwrap(company.GET('/api/v1/couriers')),
  ])
  const times = found.flat().map(({ created_at }) => Date.parse(created_at))
  return { counts: found.map(({ length }) => length), newest: Math.max(...times) }
}

test('each journey is in the same company, and leaves only a warehouse and a courier', async () => {
  for (const run of ['first', 'second']) {
    expect(await runCanary(inject('url')), run).toBeUndefined()
    // Between two journeys, lists have long ceased to lag behind.
    await waitFor(async () => {
      const { counts, newest } = await companyOfCanary()
      expect(counts, run).toEqual([0, 0, 0, 1, 1])
      expect(Date.now() - newest).toBeGreaterThan(lag)
    })
  }
})

test.each([
  ['pack', /^POST .*\/bags\/[^/]+\/packages\//],
  ['track', /^GET .*\/track\//],
  ['sign in', /^POST .*\/auth\/login$/],
])('a journey that fails at %s is a failed invocation', async (step, broken) => {
  const request_id = randomUUID()
  const failure = { status: 500, headers: { 'x-request-id': request_id }, body: '{"detail":"broken"}' }
  await using server = await spoilingServer((method, path) =>
    broken.test(`${method} ${path}`) ? failure : undefined,
  )
  expect(await runCanary(server.url)).toBe('Unhandled')
  // Another process writes the log.
  const logged = await waitUntil(() => {
    const lines = readFileSync(inject('functionLog'), 'utf8').split('\n').slice(0, -1)
    const found = lines.filter((line) => line.includes(request_id)).map((line) => JSON.parse(line))
    return found.length > 0 && found
  })
  expect(logged).toMatchObject([{ level: 'ERROR', message: 'journey', step, status: 500, detail: 'broken' }])
  expect(logged[0], 'a path may hold a tracking id').not.toHaveProperty('request')
})
