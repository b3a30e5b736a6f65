import * as sdk from '@aws-sdk/client-lambda'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { answerOf, commandsOf } from '../../support/local/sdk-commands.ts'

const code = `exports.handler = async (event) => {
  if (event.wait) await new Promise(() => setInterval(() => {}, 1000))
  if (event.fail) throw new Error('no stamps')
  return { event }
}`
const directory = mkdtempSync(join(tmpdir(), 'lambda-'))
const FunctionName = 'Api-echoFunction'

let cloud: Cloud
let client: sdk.LambdaClient
beforeAll(async () => {
  const assembly = writeAssembly(join(directory, 'assembly'), {
    functions: { echo: { code, timeout: 1 } },
    routes: { 'GET /': 'echo' },
  })
  const dataDir = join(directory, 'data')
  cloud = await startCloud({ dataDir, assembly, quiet: true, log: () => undefined })
  // The client finds the endpoint, region and keys as the AWS CLI does.
  vi.stubEnv('AWS_CONFIG_FILE', join(dataDir, 'aws-config'))
  vi.stubEnv('AWS_PROFILE', 'local')
  client = new sdk.LambdaClient({ maxAttempts: 1 })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  client.destroy()
  await cloud.stop()
  rmSync(directory, { recursive: true })
})

const invoke = async (event: object, name = FunctionName) => {
  const command = new sdk.InvokeCommand({ FunctionName: name, Payload: JSON.stringify(event) })
  const { Payload, ...result } = await client.send(command)
  return { ...result, payload: JSON.parse(Payload!.transformToString()) as unknown }
}

test.each([FunctionName, `arn:aws:lambda:eu-west-1:000000000000:function:${FunctionName}`])(
  'Invoke returns the result of %s',
  async (name) => {
    expect(await invoke({ n: 1 }, name)).toMatchObject({
      StatusCode: 200,
      ExecutedVersion: '$LATEST',
      payload: { event: { n: 1 } },
    })
  },
)

test('Invoke reports that the function failed, or exceeded its timeout', async () => {
  expect(await invoke({ fail: true })).toMatchObject({
    StatusCode: 200,
    FunctionError: 'Unhandled',
    payload: { errorType: 'Error' },
  })
  expect(await invoke({ wait: true })).toMatchObject({
    FunctionError: 'Unhandled',
    payload: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 1.00 seconds' },
  })
})

test.each<[Partial<sdk.InvokeCommandInput>, string]>([
  [{ FunctionName: 'other' }, '404 ResourceNotFoundException Function not found: other'],
  [{ Payload: 'no JSON' }, '400 InvalidRequestContentException'],
  [{ Qualifier: '1' }, '501 NotImplemented The local Lambda does not implement Invoke with Qualifier'],
  [{ InvocationType: 'Event' }, '501 NotImplemented'],
  [{ LogType: 'Tail' }, '501 NotImplemented'],
  [{ ClientContext: 'e30=' }, '501 NotImplemented'],
])('Invoke with %j is refused', async (more, answer) => {
  expect(await answerOf(client.send(new sdk.InvokeCommand({ FunctionName, ...more })))).toContain(answer)
})

/** An input with the fields that any of the commands needs to build its request. */
const input = {
  FunctionName,
  Name: 'name',
  LayerName: 'layer',
  VersionNumber: 1,
  UUID: 'id',
  Resource: 'arn',
  StatementId: 'id',
  FunctionVersion: '1',
  CodeSigningConfigArn: 'arn',
  Qualifier: '1',
  Arn: 'arn',
  CapacityProviderName: 'name',
  CheckpointToken: 'token',
  DurableExecutionArn: 'arn',
  CallbackId: 'id',
  TagKeys: ['key'],
  ResourceArn: 'arn',
  ProvisionedConcurrentExecutions: 1,
  Marker: 'x',
}

test('every other operation is answered with 501 NotImplemented', async () => {
  const others = commandsOf(sdk).filter(([name]) => name !== 'Invoke')
  expect(others.length).toBeGreaterThan(60)
  for (const [name, Command] of others)
    expect(await answerOf(client.send(new Command(input))), name).toMatch(
      /^501 NotImplemented The local Lambda/,
    )
})
