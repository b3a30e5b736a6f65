import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCloud } from '../../../lib/local/cloud.ts'
import { writeAssembly } from '../../support/local/assembly.ts'
import { allGone, running } from '../../support/local/npm-start.ts'
import {
  setUp,
  assembly,
  bodies,
  calls,
  clientOf,
  directory,
  hello,
  mappingFor,
  until,
  urlOf,
} from './queues.fixture.ts'

setUp()

test('no message is lost after kill -9', async () => {
  const dataDir = join(directory, 'killed')
  const before = calls('plain').length
  const first = await running(assembly, dataDir)
  let sqs = clientOf(first.endpoints.sqs)
  const of = (name: string, { endpoints } = first) => ({ QueueUrl: urlOf(name, endpoints.sqs) })
  await sqs.send(new SendMessageCommand({ ...of('unread'), MessageBody: 'kept' }))
  await sqs.send(new SendMessageCommand({ ...of('plain'), MessageBody: '{"n":"later"}', DelaySeconds: 1 }))
  first.child.kill('SIGKILL')
  await first.ended
  await allGone(first.emulators)
  sqs.destroy()

  const second = await running(assembly, dataDir)
  sqs = clientOf(second.endpoints.sqs)
  const { Messages } = await sqs.send(new ReceiveMessageCommand(of('unread', second)))
  expect(Messages).toMatchObject([{ Body: 'kept' }])
  await until(() => calls('plain').length === before + 1)
  expect(bodies('plain').at(-1)).toEqual({ n: 'later' })
  sqs.destroy()
  second.child.kill('SIGTERM')
  expect((await second.ended).code).toBe(0)
})

describe('an unsupported queue', () => {
  const start = (queue: object, mapping = {}) =>
    startCloud({
      dataDir: join(directory, 'refused'),
      assembly: writeAssembly(join(directory, 'wrong'), {
        functions: { hello },
        routes: { 'GET /': 'hello' },
        queues: { queue },
        mappings: { hello: mappingFor('queue', mapping) },
      }),
      quiet: true,
    })
  test.each([
    [
      { FifoQueue: true, QueueName: 'queue' },
      {},
      'the name of a FIFO queue, and of no other, must end with .fifo',
    ],
    [
      { FifoQueue: true, FifoThroughputLimit: 'perMessageGroupId' },
      {},
      'requires DeduplicationScope messageGroup',
    ],
    [{ ContentBasedDeduplication: true }, {}, 'attributes of a FIFO queue, but FifoQueue is not true'],
    [
      { FifoQueue: true },
      { BatchSize: 11 },
      'a batch of the FIFO queue Api-queue.fifo has at most 10 messages',
    ],
    [
      { RedrivePolicy: { deadLetterTargetArn: 'nowhere', maxReceiveCount: 1 } },
      {},
      'dead-letter queue nowhere',
    ],
    [
      { VisibilityTimeout: 2 },
      {},
      'the visibility timeout of Api-queue, 2 seconds, is less than the timeout of Api-helloFunction',
    ],
    [
      {},
      { EventSourceArn: 'arn:aws:sqs:eu-west-1:000000000000:other' },
      'reads arn:aws:sqs:eu-west-1:000000000000:other',
    ],
    [{}, { FilterCriteria: { Filters: [] } }, 'filters a queue'],
  ])('is refused: %j with the mapping %j', async (queue, mapping, words) => {
    await expect(start(queue, mapping)).rejects.toThrow(words)
  })
})
