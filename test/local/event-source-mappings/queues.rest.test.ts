import type { SQSClient } from '@aws-sdk/client-sqs'
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { wait } from '../../support/local/npm-start.ts'
import {
  setUp,
  assembly,
  bodies,
  calls,
  clientOf,
  directory,
  gate,
  queues,
  until,
  urlOf as urlAt,
  type Call,
} from './queues.fixture.ts'
import { seconds } from '../../support/suite/time.ts'
import { waitUntil } from '../../support/suite/wait.ts'

setUp()

let cloud: Cloud
let sqs: SQSClient
const urlOf = (name: string) => urlAt(name, cloud.endpoints.sqs)

const send = (name: string, body: object, more: Partial<SendMessageCommandInput> = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: urlOf(name), MessageBody: JSON.stringify(body), ...more }))

const sendAll = (name: string, all: object[]) => {
  const Entries = all.map((body, n) => ({ Id: String(n), MessageBody: JSON.stringify(body) }))
  return sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf(name), Entries }))
}

const receive = (name: string, more = {}, abortSignal?: AbortSignal) =>
  sqs.send(
    new ReceiveMessageCommand({ QueueUrl: urlOf(name), MessageSystemAttributeNames: ['All'], ...more }),
    abortSignal ? { abortSignal } : {},
  )

/** The numbers of messages that are visible, in flight and delayed. */
const counts = async (name: string) => {
  const AttributeNames = ['', 'NotVisible', 'Delayed'].map(
    (kind) => `ApproximateNumberOfMessages${kind}` as const,
  )
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(name), AttributeNames: AttributeNames as any }),
  )
  return AttributeNames.map((attribute) => Number((Attributes as Record<string, string>)[attribute]))
}

const empty = (name: string) => waitUntil(async () => (await counts(name)).every((count) => count === 0), wait)

describe('queues', () => {
  beforeAll(async () => {
    cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true, log: () => undefined })
    sqs = clientOf(cloud.endpoints.sqs)
    // A visibility timeout may be shorter than a busy machine takes to load a function, so load the functions first.
    for (const name of Object.keys(queues)) await cloud.invoke(`${name}Function`, '{"Records":[]}')
  })
  afterAll(async () => {
    sqs.destroy()
    await cloud.stop()
  })

  test('have URLs, and Ref resolves to them in functions', async () => {
    const { QueueUrls } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'Api-un' }))
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'Api-unread' }))
    expect(QueueUrls).toEqual([urlOf('unread')])
    expect(QueueUrl).toBe(urlOf('unread'))
    expect(await (await fetch(cloud.url)).text()).toBe(urlOf('unread'))
  })

  test('deliver a message to a function as a Lambda event, and then delete it', async () => {
    const { MessageId } = await send(
      'plain',
      { n: 'ünïcode' },
      {
        MessageGroupId: 'tenant-1',
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'text' } },
      },
    )
    await until(() => calls('plain').length === 1)
    const [{ Records }] = calls('plain') as [Call]
    expect(Records).toEqual([
      {
        messageId: MessageId,
        receiptHandle: expect.any(String),
        body: '{"n":"ünïcode"}',
        attributes: {
          ApproximateReceiveCount: '1',
          SenderId: '000000000000',
          MessageGroupId: 'tenant-1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
        },
        messageAttributes: {
          kind: { stringValue: 'text', stringListValues: [], binaryListValues: [], dataType: 'String' },
        },
        md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:Api-plain',
        awsRegion: 'eu-west-1',
      },
    ])
    await empty('plain')
  })

  test('delay a message for its DelaySeconds', async () => {
    const { MessageId } = await send('plain', { late: true }, { DelaySeconds: 1 })
    expect(await counts('plain')).toEqual([0, 0, 1])
    await until(() => calls('plain').length === 2)
    const [record] = calls('plain')[1]!.Records
    expect(record!.messageId).toBe(MessageId)
    expect(calls('plain')[1]!.at - Number(record!.attributes.SentTimestamp)).toBeGreaterThanOrEqual(1000)
  })

  test.concurrent('deliver again only the messages that failed', async () => {
    await sendAll('short', [{ n: 1 }, { n: 2, trouble: 'report', times: 1 }, { n: 3 }])
    await sendAll('short', [{ n: 4, trouble: 'lie', times: 1 }, { n: 5 }])
    await until(() => bodies('short').length >= 8)
    const [first, again] = [bodies('short').slice(0, 5), bodies('short').slice(5)]
    expect(first.map(({ n }) => n).sort()).toEqual([1, 2, 3, 4, 5])
    expect(again.map(({ n }) => n).sort()).toEqual([2, 4, 5])
    await empty('short')
  })

  test.concurrent('deliver a message again if its function was killed', async () => {
    const { MessageId } = await send('crashing', { trouble: 'wait', times: 1 })
    const receives = () =>
      calls('crashing')
        .flatMap(({ Records }) => Records.filter(({ messageId }) => messageId === MessageId))
        .map(({ attributes }) => attributes.ApproximateReceiveCount)
    await until(() => receives().length > 0)
    await cloud.kill('crashingFunction')
    await empty('crashing')
    expect(receives()).toEqual(['1', '2'])
  })

  test('can invoke a function again after it was killed', async () => {
    const event = (body: object) =>
      JSON.stringify({ Records: [{ body: JSON.stringify(body), attributes: {} }] })
    const answer = cloud.invoke('killedFunction', event({ trouble: 'wait' }))
    await until(() => calls('killed').length === 1)
    await cloud.kill('killedFunction')
    expect(await answer).toBe('error')
    expect(await cloud.invoke('killedFunction', event({}))).toMatchObject({
      payload: '{"batchItemFailures":[]}',
    })
  })

  test('move a message that fails too often to the dead-letter queue', async () => {
    const { MessageId } = await send('failing', { trouble: 'throw' })
    const { Messages = [] } = await receive('dead', { WaitTimeSeconds: 20 }, AbortSignal.timeout(10_000))
    expect(calls('failing').length).toBe(2)
    expect(Messages).toMatchObject([
      {
        MessageId,
        Body: '{"trouble":"throw"}',
        Attributes: { DeadLetterQueueSourceArn: 'arn:aws:sqs:eu-west-1:000000000000:Api-failing' },
      },
    ])
    expect(await counts('failing')).toEqual([0, 0, 0])
    const message = { QueueUrl: urlOf('dead'), ReceiptHandle: Messages[0]!.ReceiptHandle }
    await sqs.send(new DeleteMessageCommand(message))
    expect(await counts('dead')).toEqual([0, 0, 0])
  })

  test('invoke a function concurrently up to the mapping’s MaximumConcurrency', async () => {
    await sendAll(
      'many',
      Array.from({ length: 8 }, () => ({ trouble: 'wait' })),
    )
    await until(() => calls('many').length === 3)
    expect(await counts('many')).toEqual([5, 3, 0])
    writeFileSync(gate, '')
    await empty('many')
    expect(calls('many').length).toBe(8)
  })

  test('invoke a function within 50 milliseconds', async () => {
    for (let n = 0; n < 20; n++) await send('plain', { n })
    await until(() => bodies('plain').length === 22)
    const delays = calls('plain')
      .slice(2)
      .flatMap(({ at, Records }) => Records.map(({ attributes }) => at - Number(attributes.SentTimestamp)))
      .sort((a, b) => a - b)
    expect(delays[10]).toBeLessThan(seconds(0.05))
  })

  test('refuse invalid requests with the error messages of SQS', async () => {
    await expect(send('plain', {}, { DelaySeconds: 901 })).rejects.toThrow(
      'DelaySeconds must be >= 0 and <= 900',
    )
    await expect(send('plain', {}, { MessageBody: '' })).rejects.toThrow(
      'must contain the parameter MessageBody',
    )
    await expect(send('plain', {}, { MessageBody: 'x'.repeat(2 ** 20 + 1) })).rejects.toThrow('must be shorter')
    await expect(send('unknown', {})).rejects.toMatchObject({
      name: 'QueueDoesNotExist',
      message: 'The specified queue does not exist.',
    })
    await expect(
      sendAll(
        'plain',
        Array.from({ length: 11 }, () => ({})),
      ),
    ).rejects.toMatchObject({
      name: 'TooManyEntriesInBatchRequest',
    })
    const Entries = [
      { Id: 'a', MessageBody: 'good' },
      { Id: 'b', MessageBody: 'late', DelaySeconds: 901 },
    ]
    const mixed = await sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf('unread'), Entries }))
    expect(mixed.Successful).toMatchObject([{ Id: 'a' }])
    expect(mixed.Failed).toMatchObject([{ Id: 'b', SenderFault: true, Code: 'InvalidParameterValue' }])
    expect((await receive('unread')).Messages).toMatchObject([{ Body: 'good' }])
    expect(await receive('unread')).not.toHaveProperty('Messages')
  })
})
