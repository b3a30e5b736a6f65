import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { readAssembly, resourcesOf } from '../../lib/local/cloudformation/assembly.ts'
import { physicalName } from '../../lib/local/cloudformation/names.ts'
import { signInOnce } from '../../shared/smoke/standing-company.ts'
import { openJourney } from '../../shared/smoke/journey.ts'
import { unwrap } from '../../shared/client/index.ts'
import { spoilingServer } from './smoke.fixture.ts'

const client = new LambdaClient({
  ...{ endpoint: inject('lambda'), region: 'eu-west-1' },
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

/** What its company has. */
async function companyOfCanary() {
  const file = join(inject('functionLog'), '..', 'secrets.json')
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as { Name: string; SecretString: string }[]
  const { password } = JSON.parse(secrets.find(({ Name }) => Name.includes('Canary'))!.SecretString)
  const { company } = await signInOnce(openJourney({ url: inject('url') }), password as string)
  const [shipments, bags, flights, warehouses, couriers, me] = await Promise.all([
    unwrap(company!.GET('/api/v1/shipments')),
    unwrap(company!.GET('/api/v1/bags')),
    unwrap(company!.GET('/api/v1/flights')),
    unwrap(company!.GET('/api/v1/warehouses')),
    unwrap(company!.GET('/api/v1/couriers')),
    unwrap(company!.GET('/api/v1/users/me')),
  ])
  return {
    tenant: me.tenant_id,
    found: [shipments, bags, flights, warehouses, couriers].map(({ length }) => length),
  }
}

test('each journey is in the same company, and leaves only a warehouse and a courier', async () => {
  expect(await runCanary(inject('url'))).toBeUndefined()
  const { tenant } = await companyOfCanary()
  expect(await runCanary(inject('url'))).toBeUndefined()
  // Lists may lag behind for a moment.
  await vi.waitFor(
    async () => expect(await companyOfCanary()).toEqual({ tenant, found: [0, 0, 0, 1, 1] }),
    10_000,
  )
})

test.each([
  ['pack', /^POST .*\/bags\/[^/]+\/packages\//],
  ['track', /^GET .*\/track\//],
  ['sign in', /^POST .*\/auth\/login$/],
])('a journey that fails at %s is a failed invocation', async (step, broken) => {
  await using server = await spoilingServer((method, path) =>
    broken.test(`${method} ${path}`) ? { status: 500, body: '{"detail":"Internal Server Error"}' } : undefined,
  )
  expect(await runCanary(server.url)).toBe('Unhandled')
  const lines = readFileSync(inject('functionLog'), 'utf8').split('\n')
  expect(
    lines.filter((line) => line.includes(`The journey through ${server.url} failed: ${step}`)),
  ).toHaveLength(1)
})
