import * as sdk from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerOf, commandsOf } from '../../support/local/sdk-commands.ts'
import { arnOf, localSqs } from './sqs.fixture.ts'

let sqs: Awaited<ReturnType<typeof localSqs>>
beforeEach(async () => void (sqs = await localSqs()))
afterEach(() => sqs[Symbol.asyncDispose]())

const notImplemented = [
  'AddPermission',
  'CancelMessageMoveTask',
  'CreateQueue',
  'DeleteQueue',
  'ListQueueTags',
  'RemovePermission',
  'SetQueueAttributes',
  'TagQueue',
  'UntagQueue',
]

test('an action that is not implemented is answered with 501 NotImplemented; others know their input', async () => {
  const refused: string[] = []
  for (const [name, Command] of commandsOf(sdk)) {
    const answer = await answerOf(sqs.client.send(new Command({})))
    if (answer === `501 NotImplemented The local SQS does not implement the action ${name}.`) refused.push(name)
    else expect(answer, name).toMatch(/^200$|must contain the parameter (QueueUrl|QueueName|SourceArn)/)
  }
  expect(refused).toEqual(notImplemented)
})

test('a parameter that is not implemented is answered with 501 NotImplemented, and has no effect', async () => {
  const QueueUrl = sqs.urlOf('work')
  const traced = { AWSTraceHeader: { DataType: 'String', StringValue: 'x' } }
  await expect(sqs.send('work', 'x', { MessageSystemAttributes: traced })).rejects.toThrow(
    'does not implement the parameter MessageSystemAttributes of SendMessage',
  )
  const entry = { Id: '1', MessageBody: 'x', MessageSystemAttributes: traced }
  const batch = sqs.client.send(new sdk.SendMessageBatchCommand({ QueueUrl, Entries: [entry] }))
  await expect(batch).rejects.toMatchObject({ name: 'NotImplemented', $metadata: { httpStatusCode: 501 } })
  const asked = new sdk.GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['Policy'] })
  await expect(sqs.client.send(asked)).rejects.toThrow('the queue attribute Policy')
  expect(await sqs.receive('work')).toEqual([])
})

describe('messages in flight', () => {
  test('are deleted, hidden and shown, several at once', async () => {
    for (const body of ['1', '2', '3']) await sqs.send('work', body)
    const Entries = (await sqs.receive('work')).map(({ ReceiptHandle }, n) => ({
      Id: String(n),
      ReceiptHandle,
    }))
    const QueueUrl = sqs.urlOf('work')
    const hidden = await sqs.client.send(
      new sdk.ChangeMessageVisibilityBatchCommand({
        QueueUrl,
        Entries: [...Entries.slice(0, 1), { Id: 'x', ReceiptHandle: 'unknown' }].map((one) => ({
          ...one,
          VisibilityTimeout: 0,
        })),
      }),
    )
    expect(hidden.Successful).toEqual([{ Id: '0' }])
    expect(hidden.Failed).toMatchObject([{ Id: 'x', Code: 'ReceiptHandleIsInvalid', SenderFault: true }])
    const again = new sdk.ChangeMessageVisibilityCommand({
      QueueUrl,
      ReceiptHandle: Entries[0]?.ReceiptHandle,
      VisibilityTimeout: 5,
    })
    await expect(sqs.client.send(again)).rejects.toMatchObject({ name: 'MessageNotInflight' })
    await sqs.client.send(new sdk.DeleteMessageBatchCommand({ QueueUrl, Entries: Entries.slice(1) }))
    expect(await sqs.attributes('work')).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '0',
    })
    await sqs.client.send(new sdk.PurgeQueueCommand({ QueueUrl }))
    expect(await sqs.attributes('work')).toMatchObject({ ApproximateNumberOfMessages: '0' })
  })
})

describe('a move task', () => {
  const start = (SourceArn: string) => sqs.client.send(new sdk.StartMessageMoveTaskCommand({ SourceArn }))
  const latest = async (SourceArn: string) =>
    (await sqs.client.send(new sdk.ListMessageMoveTasksCommand({ SourceArn }))).Results?.[0]

  test('returns dead letters to their queue as new messages, and leaves those of no queue', async () => {
    await sqs.send('work', 'poison')
    const [first] = await sqs.receive('work', { VisibilityTimeout: 0 })
    expect(await sqs.receive('work'), 'moved to the dead-letter queue').toEqual([])
    await sqs.send('dead', 'of no queue')
    await start(arnOf('dead'))
    const [again] = await sqs.receive('work')
    expect(again).toMatchObject({ Body: 'poison', Attributes: { ApproximateReceiveCount: '1' } })
    expect(again?.MessageId).not.toBe(first?.MessageId)
    expect(await latest(arnOf('dead'))).toMatchObject({
      Status: 'FAILED',
      FailureReason: 'CouldNotDetermineMessageSource',
      ApproximateNumberOfMessagesMoved: 1,
    })
    expect((await sqs.receive('dead')).map(({ Body }) => Body)).toEqual(['of no queue'])
  })

  test('waits for messages in flight', async () => {
    await sqs.send('work', 'poison')
    for (const _ of [1, 2]) await sqs.receive('work', { VisibilityTimeout: 0 })
    const [inFlight] = await sqs.receive('dead')
    await start(arnOf('dead'))
    expect(await latest(arnOf('dead'))).toMatchObject({ Status: 'RUNNING' })
    await expect(start(arnOf('dead'))).rejects.toMatchObject({ name: 'UnsupportedOperation' })
    const shown = { QueueUrl: sqs.urlOf('dead'), ReceiptHandle: inFlight?.ReceiptHandle, VisibilityTimeout: 0 }
    await sqs.client.send(new sdk.ChangeMessageVisibilityCommand(shown))
    expect(await latest(arnOf('dead'))).toMatchObject({ Status: 'COMPLETED' })
    expect((await sqs.receive('work')).map(({ Body }) => Body)).toEqual(['poison'])
  })

  test('needs a dead-letter queue', async () => {
    await expect(start(arnOf('work'))).rejects.toThrow('must be configured as a Dead Letter Queue')
    const QueueUrl = sqs.urlOf('dead')
    const { queueUrls } = await sqs.client.send(new sdk.ListDeadLetterSourceQueuesCommand({ QueueUrl }))
    expect(queueUrls).toEqual([sqs.urlOf('work')])
  })
})
