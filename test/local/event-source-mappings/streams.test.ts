import { DeleteItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { clientOptions, localClient } from '../../../lib/local/dynamodb/tables.ts'
import { wait } from '../../support/local/npm-start.ts'
import { waitUntil } from '../../support/suite/wait.ts'
import { setUp, assembly, calls, directory, keys, trouble, until, write } from './streams.fixture.ts'

setUp()

/** The message in the failure destination's queue. */
const messages = async ({ endpoints: { sqs: endpoint } }: Cloud) => {
  const client = new SQSClient({ endpoint, ...clientOptions })
  const QueueUrl = `${endpoint}/000000000000/Api-discarded`
  const { Messages } = await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 5 }))
  client.destroy()
  return JSON.parse(Messages![0]!.Body!)
}

describe('a stream record', () => {
  let cloud: Cloud
  const reported = vi.fn<(line: string) => void>()
  const discarded = (name: string) =>
    reported.mock.calls
      .map(([line]) => line)
      .filter((line) => line.startsWith(`Mapping Api-${name}Mapping: discarded`))
  beforeAll(async () => {
    cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true, log: reported })
  })
  afterAll(() => cloud.stop())

  test('that matches the filter is delivered in order, in batches of at most the configured size', async () => {
    for (const from of [0, 3]) await write(cloud.dynamodb, 'inserts', [{}, {}, {}], from)
    await write(cloud.dynamodb, 'inserts', [{ changed: { BOOL: true } }])
    await write(cloud.dynamodb, 'inserts', [{}], 6)
    await until(() => keys('inserts').flat().includes('7'))
    expect(keys('inserts').flat()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(Math.max(...keys('inserts').map(({ length }) => length))).toBe(2)
  })

  test('is delivered as a Lambda event', async () => {
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
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventVersion: '1.1',
      awsRegion: 'eu-west-1',
      eventID: expect.any(String),
      eventSourceARN: 'arn:aws:dynamodb:eu-west-1:000000000000:table/Data-Table0000/stream/local',
      dynamodb: {
        Keys: Key,
        NewImage: image,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
        SequenceNumber: expect.stringMatching(/^\d+$/),
        ApproximateCreationDateTime: expect.closeTo(Date.now() / 1000, -2),
      },
    })
    expect(removed).toMatchObject({ eventName: 'REMOVE', dynamodb: { Keys: Key, OldImage: image } })
    expect(removed!.dynamodb).not.toHaveProperty('NewImage')
  })

  test('has the type of each value, also of empty ones, in maps and in lists', async () => {
    const values: Record<string, AttributeValue> = {
      text: { S: 'a' },
      noText: { S: '' },
      number: { N: '0' },
      yes: { BOOL: true },
      no: { BOOL: false },
      none: { NULL: true },
      texts: { SS: ['a', 'b'] },
      numbers: { NS: ['1'] },
      map: { M: { a: { S: 'b' } } },
      noMap: { M: {} },
      list: { L: [{ S: 'a' }] },
      noList: { L: [] },
      inList: { L: [{ M: {} }, { L: [] }] },
      bytes: { B: new Uint8Array([1]) },
      noBytes: { B: new Uint8Array() },
    }
    const item = { ...values, within: { M: values }, listed: { L: Object.values(values) } }
    await write(cloud.dynamodb, 'types', [item])
    await until(() => calls('types').flat().length === 1)
    const { NewImage } = calls('types').flat()[0]!.dynamodb!
    const asJson = JSON.parse(
      JSON.stringify(item, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ),
    )
    expect(NewImage).toMatchObject(asJson)
    expect(NewImage!['noMap'], 'no other type').toStrictEqual({ M: {} })
  })

  test('is delivered again from the first record that the function reports as failed', async () => {
    await write(cloud.dynamodb, 'partial', [{}, trouble('report', 1), {}, {}])
    await until(() => keys('partial').length === 2)
    expect(keys('partial')).toEqual([
      ['1', '2', '3', '4'],
      ['2', '3', '4'],
    ])
    expect(discarded('partial')).toEqual([])
  })

  test('that keeps failing is discarded alone, and the other records of its batch are processed', async () => {
    await write(cloud.dynamodb, 'halving', [{}, trouble('throw'), {}, {}])
    await until(() => keys('halving').at(-1)?.includes('4') === true && discarded('halving').length > 0)
    const alone = ['2']
    const batches = [['1', '2', '3', '4'], ['1', '2'], ['1'], alone, alone, alone, ['3', '4']]
    expect(keys('halving')).toEqual(batches)
    expect(discarded('halving')).toEqual([
      expect.stringMatching(/^[^\n]+stream records \d+, which have failed 3 times$/),
    ])
    const { SequenceNumber: number } = calls('halving').flat()[1]!.dynamodb!
    expect(await messages(cloud)).toMatchObject({
      requestContext: {
        functionArn: 'arn:aws:lambda:eu-west-1:000000000000:function:Api-halvingFunction:$LATEST',
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 3,
      },
      responseContext: { functionError: 'Unhandled' },
      DDBStreamBatchInfo: {
        shardId: expect.stringMatching(/^shardId-/),
        startSequenceNumber: number,
        endSequenceNumber: number,
        batchSize: 1,
        streamArn: expect.stringContaining(':table/Data-Table0000/stream/'),
      },
    })
  })

  test('is delivered again with its whole batch if the function throws', async () => {
    await write(cloud.dynamodb, 'whole', [trouble('throw', 2), {}])
    await until(() => keys('whole').length === 3)
    await write(cloud.dynamodb, 'whole', [{}], 2)
    await until(() => keys('whole').length === 4)
    expect(keys('whole')).toEqual([['1', '2'], ['1', '2'], ['1', '2'], ['3']])
    expect(discarded('whole')).toEqual([])
  })

  test('is discarded when it is too old', async () => {
    await write(cloud.dynamodb, 'aging', [trouble('throw')])
    await until(() => discarded('aging').length > 0)
    expect(discarded('aging')).toEqual([expect.stringContaining('too old')])
    // Those that follow are delivered, unless a slow machine makes them too old as well.
    let written = 1
    await waitUntil(
      async () => {
        await write(cloud.dynamodb, 'aging', [{}], written++)
        return keys('aging')
          .flat()
          .some((key) => key !== '1')
      },
      { ...wait, interval: 300 },
    )
  })
})
