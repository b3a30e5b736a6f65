import { ChangeMessageVisibilityCommand, SendMessageBatchCommand, type Message } from '@aws-sdk/client-sqs'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { localSqs } from './sqs.fixture.ts'

let sqs: Awaited<ReturnType<typeof localSqs>>
beforeEach(async () => void (sqs = await localSqs()))
afterEach(() => sqs[Symbol.asyncDispose]())

const bodies = (messages: Message[]) => messages.map(({ Body }) => Body)
/** Sends messages of the form `<group><number>`, in this order. */
async function sendAll(texts: string[], queue = 'order.fifo') {
  for (const text of texts)
    await sqs.send(queue, text, { MessageGroupId: text.charAt(0), MessageDeduplicationId: text })
}
const hide = (message: Message | undefined, VisibilityTimeout: number) =>
  sqs.client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: sqs.urlOf('order.fifo'),
      ReceiptHandle: message?.ReceiptHandle,
      VisibilityTimeout,
    }),
  )

describe('a group of a FIFO queue', () => {
  test('is received in order, and as much of one group at once as possible', async () => {
    await sendAll(['a1', 'b1', 'a2', 'a3', 'b2'])
    const all = await sqs.receive('order.fifo')
    expect(bodies(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
    const numbers = all.map(({ Attributes }) => Attributes?.['SequenceNumber'])
    expect(numbers.every((number) => /^\d{20}$/.test(number ?? ''))).toBe(true)
    expect(numbers.slice(0, 3).sort()).toEqual(numbers.slice(0, 3))
    expect(all[0]?.Attributes).toMatchObject({ MessageGroupId: 'a', MessageDeduplicationId: 'a1' })
  })

  test('waits while one of its messages is in flight; other groups do not', async () => {
    await sendAll(['a1', 'a2', 'b1'])
    const [first] = await sqs.receive('order.fifo', { MaxNumberOfMessages: 1 })
    expect(bodies(await sqs.receive('order.fifo'))).toEqual(['b1'])
    await sendAll(['a3'])
    expect(await sqs.receive('order.fifo')).toEqual([])
    await sqs.remove('order.fifo', first!)
    expect(bodies(await sqs.receive('order.fifo'))).toEqual(['a2', 'a3'])
  })

  test('keeps its order when a message becomes visible again', async () => {
    await sendAll(['a1', 'a2', 'a3'])
    const [one, two] = await sqs.receive('order.fifo', { MaxNumberOfMessages: 2 })
    await hide(one, 0)
    expect(await sqs.receive('order.fifo'), 'the second is in flight').toEqual([])
    await hide(two, 0)
    expect(bodies(await sqs.receive('order.fifo'))).toEqual(['a1', 'a2', 'a3'])
  })

  test('wakes a waiting receiver when its message is deleted', async () => {
    await sendAll(['a1', 'a2'])
    const [first] = await sqs.receive('order.fifo', { MaxNumberOfMessages: 1 })
    const waiting = sqs.receive('order.fifo', { WaitTimeSeconds: 20 })
    await sqs.remove('order.fifo', first!)
    expect(bodies(await waiting)).toEqual(['a2'])
  })

  test('continues after a message that moves to the dead-letter queue', async () => {
    await sendAll(['a1', 'a2'])
    for (const _ of [1, 2]) await hide((await sqs.receive('order.fifo', { MaxNumberOfMessages: 1 }))[0], 0)
    expect(bodies(await sqs.receive('order.fifo'))).toEqual(['a2'])
    const [dead] = await sqs.receive('dead.fifo')
    expect(dead).toMatchObject({
      Body: 'a1',
      Attributes: { MessageGroupId: 'a', MessageDeduplicationId: dead?.MessageId },
    })
  })

  test('keeps its order, messages in flight and deduplication ids over a restart', async () => {
    using directory = mkdtempDisposableSync(join(tmpdir(), 'sqs-'))
    const send = (service: typeof sqs, id: string) =>
      service.send('order.fifo', id, { MessageGroupId: 'a', MessageDeduplicationId: id })
    let first: Message | undefined
    {
      await using service = await localSqs(directory.path)
      for (const id of ['1', '2', '3']) await send(service, id)
      ;[first] = await service.receive('order.fifo', { MaxNumberOfMessages: 1 })
    }
    await using service = await localSqs(directory.path)
    expect(await send(service, '1')).toMatchObject({ MessageId: first!.MessageId })
    await send(service, '4')
    expect(await service.receive('order.fifo')).toEqual([])
    await service.remove('order.fifo', first!)
    expect(bodies(await service.receive('order.fifo'))).toEqual(['2', '3', '4'])
  })

  test('does not accept an outdated receipt handle', async () => {
    await sendAll(['a1'])
    const [first] = await sqs.receive('order.fifo')
    await hide(first, 0)
    await expect(sqs.remove('order.fifo', first!)).rejects.toThrow('The receipt handle has expired')
    expect(bodies(await sqs.receive('order.fifo'))).toEqual(['a1'])
  })
})

describe('deduplication', () => {
  test('drops a repeated id in the whole queue, and answers as the first time, also after its deletion', async () => {
    const order = { MessageGroupId: 'a', MessageDeduplicationId: 'one' }
    const first = await sqs.send('order.fifo', 'x', order)
    const second = await sqs.send('order.fifo', 'x', { ...order, MessageGroupId: 'b' })
    expect([second.MessageId, second.SequenceNumber]).toEqual([first.MessageId, first.SequenceNumber])
    const [message, ...more] = await sqs.receive('order.fifo')
    expect(more).toEqual([])
    await sqs.remove('order.fifo', message!)
    await sqs.send('order.fifo', 'x', order)
    expect(await sqs.receive('order.fifo')).toEqual([])
  })

  test('is by content and group, if the queue says so', async () => {
    for (const MessageGroupId of ['a', 'a', 'b']) await sqs.send('groups.fifo', 'same', { MessageGroupId })
    await sqs.send('groups.fifo', 'same', { MessageGroupId: 'a', MessageDeduplicationId: 'own' })
    const received = await sqs.receive('groups.fifo')
    expect(received.map(({ Attributes }) => Attributes?.['MessageGroupId'])).toEqual(['a', 'a', 'b'])
    expect(received[0]?.Attributes?.['MessageDeduplicationId']).toMatch(/^[0-9a-f]{64}$/)
    expect(await sqs.attributes('groups.fifo')).toMatchObject({
      FifoQueue: 'true',
      ContentBasedDeduplication: 'true',
      DeduplicationScope: 'messageGroup',
      FifoThroughputLimit: 'perMessageGroupId',
    })
  })
})

test.each([
  ['order.fifo', { MessageDeduplicationId: 'x' }, 'must contain the parameter MessageGroupId'],
  [
    'order.fifo',
    { MessageGroupId: 'a' },
    'ContentBasedDeduplication enabled or MessageDeduplicationId provided',
  ],
  ['groups.fifo', { MessageGroupId: 'a', DelaySeconds: 5 }, 'Value 5 for parameter DelaySeconds is invalid'],
  ['groups.fifo', { MessageGroupId: 'a b' }, 'Value a b for parameter MessageGroupId is invalid'],
  ['work', { MessageDeduplicationId: 'x' }, 'not valid for this queue type'],
])('a message is refused by %s: %j', async (queue, more, words) => {
  await expect(sqs.send(queue, 'x', more)).rejects.toThrow(words)
  const batch = new SendMessageBatchCommand({
    QueueUrl: sqs.urlOf(queue),
    Entries: [{ Id: '1', MessageBody: 'x', ...more }],
  })
  expect((await sqs.client.send(batch)).Failed?.[0]?.Message).toContain(words)
  expect(await sqs.receive(queue)).toEqual([])
})
