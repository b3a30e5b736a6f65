import { DynamoDBClient, GetItemCommand, PutItemCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { helloApp } from '../../support/local/hello-app.ts'
import { allGone, emulatorsOf, isEmulator, npmStart, running, wait } from '../../support/local/npm-start.ts'
import { waitUntil } from '../../support/suite/wait.ts'

const table = 'Data-Table0000'

const { assembly, freshDir } = helloApp()

const clientOf = (endpoint: string) =>
  new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
const key = { pk: { S: 'p' }, sk: { S: 's' } }

describe('npm start', () => {
  test('serves the app, keeps its data and secrets over Ctrl-C and kill -9, and leaves no processes running', async () => {
    const dataDir = freshDir()
    const first = await running(assembly, dataDir)
    expect(first.endpoints).toEqual({
      api: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      dynamodb: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      table,
      s3: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      bucket: '',
      sqs: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      websocket: '',
      connections: '',
      flight_provider: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      secrets_manager: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      cloudformation: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      lambda: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      mail: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      identity_provider: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
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
    expect(stdout).toContain(`Flight data   ${first.endpoints.flight_provider} `)
    expect(stdout).toContain(`Mailbox       ${first.endpoints.mail} `)
    expect(stdout).toContain(`Identities    ${first.endpoints.identity_provider} `)
    expect(existsSync(join(dataDir, 'endpoints.json'))).toBe(false)
    await allGone(first.emulators)

    const second = await running(assembly, dataDir)
    const client = clientOf(second.endpoints.dynamodb)
    expect((await client.send(new GetItemCommand({ TableName: table, Key: key }))).Item).toHaveProperty('n')
    await client.send(new PutItemCommand({ TableName: table, Item: { ...key, n: { N: '2' } } }))
    second.child.kill('SIGKILL')
    await second.ended
    await allGone(second.emulators)

    const third = await running(assembly, dataDir)
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
    'leaves no processes running after %s during the start',
    async (signal) => {
      const dataDir = freshDir()
      const { child, ended } = npmStart({ LOCAL_DATA_DIR: dataDir }, '--app', assembly)
      await waitUntil(() => emulatorsOf(dataDir).length > 0, wait)
      child.kill(signal)
      expect(await ended).toMatchObject({ code: signal === 'SIGTERM' ? 0 : null, stderr: '' })
      await waitUntil(() => emulatorsOf(dataDir).length === 0, wait)
    },
  )

  test('ends with one line on stderr when the emulator dies', async () => {
    const cloud = await running(assembly, freshDir())
    for (const pid of cloud.emulators.filter(isEmulator)) process.kill(pid, 'SIGKILL')
    expect(await cloud.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The DynamoDB emulator .+\n$/) as string,
    })
    await allGone(cloud.emulators)
  })

  test('can use a DynamoDB that already runs', async () => {
    const owner = await running(assembly, freshDir())
    const guest = await running(assembly, freshDir(), { DYNAMODB_ENDPOINT: `${owner.endpoints.dynamodb}/` })
    expect(guest.endpoints.dynamodb).toBe(owner.endpoints.dynamodb)
    expect(guest.emulators).toEqual([])
    for (const { child, ended } of [guest, owner]) {
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    }
  })
})
