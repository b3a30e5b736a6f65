import { DeleteItemCommand, TransactWriteItemsCommand, type AttributeValue } from '@aws-sdk/client-dynamodb'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBRecord } from 'aws-lambda'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { anyone, localClient } from '../../../lib/local/dynamodb/tables.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { allGone, endAll, running, wait } from '../../support/local/npm-start.ts'

/**
 * Notes each call in a file, and does with a record what its item says: `trouble` is thrown, reported, or slow, until the
 * record has come more than `times`.
 */
const code = `
const { appendFileSync } = require('node:fs')
const seen = new Map()
exports.handler = async ({ Records }) => {
  const { AWS_LAMBDA_FUNCTION_NAME: name, CALLS: file } = process.env
  appendFileSync(file, JSON.stringify({ name, Records }) + '\\n')
  const batchItemFailures = []
  for (const { dynamodb } of Records) {
    const { pk, trouble, times } = dynamodb.NewImage ?? dynamodb.OldImage
    const count = (seen.get(pk.S) ?? 0) + 1
    seen.set(pk.S, count)
    if (count > Number(times?.N ?? 1e9)) continue
    if (trouble?.S === 'throw') throw new Error('no stamps')
    if (trouble?.S === 'report') batchItemFailures.push({ itemIdentifier: dynamodb.SequenceNumber })
    if (trouble?.S === 'slow') await new Promise((resolve) => setTimeout(resolve, 2500))
  }
  return { batchItemFailures }
}`
/** A mapping gets what is written under its own name. */
const filtered = (name: string, properties: object, more: object = {}) => ({
  FilterCriteria: {
    Filters: [
      { Pattern: JSON.stringify({ ...more, dynamodb: { Keys: { pk: { S: [{ prefix: `${name}#` }] } } } }) },
    ],
  },
  ...properties,
})
const partial = { FunctionResponseTypes: ['ReportBatchItemFailures'] }
const mappings = {
  inserts: filtered('inserts', { BatchSize: 2 }, { eventName: ['INSERT'] }),
  all: filtered('all', {}),
  partial: filtered('partial', { ...partial, MaximumRetryAttempts: 2 }),
  halving: filtered('halving', {
    ...{ BisectBatchOnFunctionError: true, MaximumRetryAttempts: 2 },
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['letGo', 'Arn'] } } },
  }),
  whole: filtered('whole', { MaximumRetryAttempts: 2 }),
  aging: filtered('aging', { MaximumRecordAgeInSeconds: 1 }),
  slow: filtered('slow', { BatchSize: 1 }),
}

const directory = mkdtempSync(join(tmpdir(), 'streams-'))
const callsFile = join(directory, 'calls')
const names = Object.keys(mappings)
const assembly = writeAssembly(join(directory, 'assembly'), {
  functions: {
    ...Object.fromEntries(names.map((name) => [name, { code, timeout: 5, variables: { CALLS: callsFile } }])),
    hello: { code: `exports.handler = async () => 'hello'` },
  },
  routes: { 'GET /': 'hello' },
  mappings,
  queues: { letGo: {} },
})
afterAll(async () => {
  await endAll()
  rmSync(directory, { recursive: true })
})

const calls = (name: string): DynamoDBRecord[][] =>
  (existsSync(callsFile) ? readFileSync(callsFile, 'utf8').split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((call) => call.name === `Api-${name}Function`)
    .map(({ Records }) => Records)
/** For each call the sort keys of its records. */
const keys = (name: string) =>
  calls(name).map((records) => records.map(({ dynamodb }) => dynamodb!.Keys!['sk']!.S))

type Attributes = Record<string, AttributeValue>
const trouble = (S: string, times = 1e9): Attributes => ({ trouble: { S }, times: { N: String(times) } })
/** Writes items in one transaction, so that they come in one batch; the sort keys are 1, 2, … after `from`. */
const write = async (endpoint: string, name: string, items: Attributes[], from = 0) => {
  const client = localClient(endpoint)
  const TransactItems = items.map((attributes, n) => {
    const sk = String(from + n + 1)
    return {
      Put: { TableName: 'Data-Table0000', Item: { pk: { S: `${name}#${sk}` }, sk: { S: sk }, ...attributes } },
    }
  })
  await client.send(new TransactWriteItemsCommand({ TransactItems }))
  client.destroy()
}
/** What came to the queue of the failures. */
const messages = async ({ endpoints: { sqs: endpoint } }: Cloud) => {
  const client = new SQSClient({ endpoint, ...anyone })
  const QueueUrl = `${endpoint}/000000000000/Api-letGo`
  const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 5 }))
  client.destroy()
  return JSON.parse(Messages![0]!.Body!)
}
const until = (condition: () => boolean) => vi.waitUntil(condition, wait)

describe('what is written to a table', () => {
  let cloud: Cloud
  const reported = vi.fn<(line: string) => void>()
  const letGo = (name: string) =>
    reported.mock.calls
      .map(([line]) => line)
      .filter((line) => line.startsWith(`Mapping Api-${name}Mapping: let go`))
  beforeAll(async () => {
    cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true, log: reported })
  })
  afterAll(() => cloud.stop())

  test('comes in order, in batches of the size that was asked for, where the filter lets it through', async () => {
    for (const from of [0, 3]) await write(cloud.dynamodb, 'inserts', [{}, {}, {}], from)
    await write(cloud.dynamodb, 'inserts', [{ changed: { BOOL: true } }])
    await write(cloud.dynamodb, 'inserts', [{}], 6)
    await until(() => keys('inserts').flat().includes('7'))
    expect(keys('inserts').flat()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(Math.max(...keys('inserts').map(({ length }) => length))).toBe(2)
  })

  test('comes as Lambda’s event', async () => {
    const item = {
      b: { B: new Uint8Array([1, 2, 3]) },
      l: { L: [{ BS: [new Uint8Array([4])] }] },
      n: { N: '1' },
    }
    await write(cloud.dynamodb, 'all', [item])
    const client = localClient(cloud.dynamodb)
    const Key = { pk: { S: 'all#1' }, sk: { S: '1' } }
    await client.send(new DeleteItemCommand({ TableName: 'Data-Table0000', Key }))
    client.destroy()
    await until(() => calls('all').flat().length === 2)
    const [inserted, removed] = calls('all').flat()
    const image = { ...Key, b: { B: 'AQID' }, l: { L: [{ BS: ['BA=='] }] }, n: { N: '1' } }
    expect(inserted).toMatchObject({
      ...{ eventName: 'INSERT', eventSource: 'aws:dynamodb', eventVersion: '1.1', awsRegion: 'eu-west-1' },
      eventID: expect.any(String),
      eventSourceARN: 'arn:aws:dynamodb:eu-west-1:000000000000:table/Data-Table0000/stream/local',
      dynamodb: {
        ...{ Keys: Key, NewImage: image, StreamViewType: 'NEW_AND_OLD_IMAGES' },
        SequenceNumber: expect.stringMatching(/^\d+$/),
        ApproximateCreationDateTime: expect.closeTo(Date.now() / 1000, -2),
      },
    })
    expect(removed).toMatchObject({ eventName: 'REMOVE', dynamodb: { Keys: Key, OldImage: image } })
    expect(removed!.dynamodb).not.toHaveProperty('NewImage')
  })

  test('comes again from the first record on that the function says has failed', async () => {
    await write(cloud.dynamodb, 'partial', [{}, trouble('report', 1), {}, {}])
    await until(() => keys('partial').length === 2)
    expect(keys('partial')).toEqual([
      ['1', '2', '3', '4'],
      ['2', '3', '4'],
    ])
    expect(letGo('partial')).toEqual([])
  })

  test('is let go of where it fails again and again, and what comes with it is not', async () => {
    await write(cloud.dynamodb, 'halving', [{}, trouble('throw'), {}, {}])
    await until(() => keys('halving').at(-1)?.includes('4') === true && letGo('halving').length > 0)
    const alone = ['2']
    const halves = [['1', '2', '3', '4'], ['1', '2'], ['1'], alone, alone, alone, ['3', '4']]
    expect(keys('halving')).toEqual(halves)
    expect(letGo('halving')).toEqual([
      expect.stringMatching(/^[^\n]+stream records \d+, which have failed 3 times$/),
    ])
    const { SequenceNumber: number } = calls('halving').flat()[1]!.dynamodb!
    expect(await messages(cloud)).toMatchObject({
      requestContext: {
        functionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:Api-halvingFunction:$LATEST',
        ...{ condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 },
      },
      responseContext: { functionError: 'Unhandled' },
      DDBStreamBatchInfo: {
        shardId: expect.stringMatching(/^shardId-/),
        ...{ startSequenceNumber: number, endSequenceNumber: number, batchSize: 1 },
        streamArn: expect.stringContaining(':table/Data-Table0000/stream/'),
      },
    })
  })

  test('comes again as a whole where the function throws', async () => {
    await write(cloud.dynamodb, 'whole', [trouble('throw', 2), {}])
    await until(() => keys('whole').length === 3)
    await write(cloud.dynamodb, 'whole', [{}], 2)
    await until(() => keys('whole').length === 4)
    expect(keys('whole')).toEqual([['1', '2'], ['1', '2'], ['1', '2'], ['3']])
    expect(letGo('whole')).toEqual([])
  })

  test('is let go of when it is too old', async () => {
    await write(cloud.dynamodb, 'aging', [trouble('throw')])
    await until(() => letGo('aging').length > 0)
    expect(letGo('aging')).toEqual([expect.stringContaining('too old')])
    await write(cloud.dynamodb, 'aging', [{}], 1)
    await until(() => keys('aging').flat().includes('2'))
  })
})

test('over kill -9 nothing is lost, and what was through does not come again', async () => {
  const dataDir = join(directory, 'killed')
  const first = await running(assembly, dataDir)
  await write(first.endpoints.dynamodb, 'slow', [{}, trouble('slow', 1), {}])
  await until(() => keys('slow').length === 2)
  first.child.kill('SIGKILL')
  await first.ended
  await allGone(first.emulators)
  expect(keys('slow')).toEqual([['1'], ['2']])

  const second = await running(assembly, dataDir)
  await until(() => keys('slow').flat().includes('3'))
  // Records that are through are deleted meanwhile; new ones are counted on from them.
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
  const third = await running(assembly, dataDir)
  await write(third.endpoints.dynamodb, 'slow', [{}], 3)
  await until(() => keys('slow').flat().includes('4'))
  third.child.kill('SIGTERM')
  await third.ended
  expect(keys('slow')).toEqual([['1'], ['2'], ['2'], ['3'], ['4']])
})

describe('a mapping that cannot be', () => {
  const start = (properties: object) =>
    startCloud({
      dataDir: join(directory, 'refused'),
      assembly: writeAssembly(join(directory, 'wrong'), {
        functions: { hello: { code: `exports.handler = async () => 'hello'` } },
        routes: { 'GET /': 'hello' },
        mappings: { hello: properties },
      }),
      quiet: true,
    })
  test.each([
    [{ StartingPosition: 'LATEST' }, 'Mapping Api-helloMapping begins at LATEST'],
    [
      { EventSourceArn: 'arn:aws:kinesis:eu-west-1:000000000000:stream/a' },
      'the local cloud knows streams of tables',
    ],
    [
      { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sns:eu-west-1:000000000000:a' } } },
      'tells its failures to arn:aws:sns:eu-west-1:000000000000:a, which is no queue of the app',
    ],
    [{ FunctionName: 'nobody' }, 'calls nobody, which the app does not have'],
    [{ FilterCriteria: { Filters: [{ Pattern: '{"a":[{"suffix":"x"}]}' }] } }, 'knows values, prefix'],
  ])('%j is refused', async (properties, words) => {
    await expect(start(properties)).rejects.toThrow(words)
  })
})
