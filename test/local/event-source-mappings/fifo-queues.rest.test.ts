import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCloud, type Cloud } from '../../../lib/local/cloud.ts'
import { assembly, calls, clientOf, directory, gate, setUp, until, urlOf } from './queues.fixture.ts'

setUp()

let cloud: Cloud
let sqs: SQSClient
beforeAll(async () => {
  cloud = await startCloud({ dataDir: join(directory, 'data'), assembly, quiet: true, log: () => undefined })
  sqs = clientOf(cloud.endpoints.sqs)
  await cloud.invoke('orderedFunction', '{"Records":[]}')
})
afterAll(async () => {
  sqs.destroy()
  await cloud.stop()
})

interface Body {
  n: number
  trouble?: string
  times?: number
}
async function send(group: string, ...bodies: Body[]) {
  for (const body of bodies)
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: urlOf('ordered.fifo', cloud.endpoints.sqs),
        MessageGroupId: group,
        MessageBody: JSON.stringify(body),
      }),
    )
}
/** The numbers in each batch of a group, in order of delivery. */
const batches = (group: string) =>
  calls('ordered')
    .map(({ Records }) => Records.filter(({ attributes }) => attributes.MessageGroupId === group))
    .filter(({ length }) => length > 0)
    .map((records) => records.map(({ body }) => (JSON.parse(body) as Body).n))

test('one batch of a group is in flight at a time, and groups run side by side', async () => {
  await send('a', { n: 1, trouble: 'wait' })
  await until(() => batches('a').length === 1)
  await send('a', { n: 2 }, { n: 3 }, { n: 4 })
  await send('b', { n: 5 })
  await until(() => batches('b').length === 1)
  expect(batches('a')).toEqual([[1]])
  writeFileSync(gate, '')
  await until(() => batches('a').flat().length === 4)
  expect(batches('a')).toEqual([[1], [2, 3], [4]])
  const attributes = calls('ordered')[0]?.Records[0]?.attributes
  expect(attributes).toMatchObject({
    MessageGroupId: 'a',
    MessageDeduplicationId: expect.stringMatching(/^[0-9a-f]{64}$/),
    SequenceNumber: expect.stringMatching(/^\d{20}$/),
  })
})

test('a reported failure holds its group until the visibility timeout, and returns in order', async () => {
  await send('c', { n: 11, trouble: 'report', times: 1 })
  await until(() => batches('c').length === 1)
  await send('c', { n: 12 }, { n: 13 })
  await send('d', { n: 14 })
  await until(() => batches('d').length === 1)
  expect(batches('c')).toEqual([[11]])
  await until(() => batches('c').flat().length === 4)
  expect(batches('c')).toEqual([[11], [11, 12], [13]])
})

test('the messages of a batch that fails return in order', async () => {
  await send('e', { n: 20, trouble: 'throw', times: 1 }, { n: 21 }, { n: 22 })
  await until(() => batches('e').flat().includes(22))
  const delivered = batches('e').flat()
  // The first batch may have been received before the second message was sent.
  expect(delivered.slice(delivered.lastIndexOf(20))).toEqual([20, 21, 22])
})
