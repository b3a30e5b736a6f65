import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientConfig } from '../../shared/config/clients.ts'
import { dynamoClient } from '../../shared/db/client.ts'
import { dynamoStore } from '../../shared/db/store.ts'
import { receiver } from '../support/webhooks/receiver.ts'

const credentials = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' }

test('the client ignores configuration files and additional environment variables', async () => {
  const seen: (string | undefined)[] = []
  const { port } = await receiver((request, response) => {
    const { authorization, 'user-agent': agent } = request.headers
    seen.push(/Credential=([^,]+)/.exec(authorization ?? '')?.[1], agent)
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.0')
      response.end('{}')
    })
  })
  const directory = mkdtempSync(join(tmpdir(), 'ini-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'config')
  writeFileSync(
    file,
    '[default]\nregion = us-west-2\nuse_fips_endpoint = true\nsdk_ua_app_id = ini\nendpoint_url = http://127.0.0.1:1\n',
  )
  onTestFinished(() => void vi.unstubAllEnvs())
  const others = { AWS_USE_DUALSTACK_ENDPOINT: 'true', AWS_SDK_UA_APP_ID: 'other', AWS_MAX_ATTEMPTS: '1' }
  const env = { AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file, ...credentials, ...others }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)

  const AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`
  const client = dynamoClient(
    clientConfig({ AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB }, 'DYNAMODB'),
  )
  await client.send(new GetCommand({ TableName: 'table', Key: { pk: 'one', sk: 'x' } }))
  expect(seen).toEqual([
    expect.stringMatching(/^AKIDEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\//),
    expect.not.stringContaining('app/'),
  ])
})

test.each([
  ['eu-central-1', 'dynamodb.eu-central-1.amazonaws.com'],
  ['cn-north-1', 'dynamodb.cn-north-1.amazonaws.com.cn'],
])('in %s the client sends requests to the region’s endpoint', async (region, host) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries({ ...credentials, AWS_ACCOUNT_ID: '123456789012' }))
    vi.stubEnv(name, value)
  const client = dynamoClient(clientConfig({ AWS_REGION: region }, 'DYNAMODB'))
  const hosts: string[] = []
  client.middlewareStack.add(
    () =>
      async ({ request }) => {
        hosts.push((request as { hostname: string }).hostname)
        return { response: {}, output: { $metadata: {} } }
      },
    { step: 'finalizeRequest', priority: 'low', name: 'host' },
  )
  await client.send(new GetCommand({ TableName: 'table', Key: { pk: 'one', sk: 'x' } }))
  expect(hosts).toEqual([host])
})

test('an update without retries is sent once, also if its response is lost or an error, and in its time', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value)
  let requests = 0
  const { port } = await receiver((request, response) => {
    const behaviour = [
      () => request.socket.destroy(),
      () => response.writeHead(500).end('{}'),
      () => response.writeHead(400).end('{"__type":"com.amazonaws#ThrottlingException"}'),
      () => undefined,
    ][requests++]
    behaviour?.()
  })
  const endpoint = { AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` }
  const store = dynamoStore(dynamoClient(clientConfig(endpoint, 'DYNAMODB')), 'table')
  const change = { update: { pk: 'one', sk: 'x' }, change: { add: { n: 1 } } }
  for (const sent of [1, 2, 3, 4]) {
    await expect(store.update(change, { requestTimeout: 100 })).rejects.toThrow('not retried: ')
    expect(requests).toBe(sent)
  }
})
