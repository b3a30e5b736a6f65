import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  type Message,
  type ReceiveMessageCommandInput,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOptions } from '../../../lib/local/dynamodb/tables.ts'
import type { Queue } from '../../../lib/local/sqs/declared-queues.ts'
import { openQueues } from '../../../lib/local/sqs/queues.ts'
import { serveSqs } from '../../../lib/local/sqs/server.ts'

export const arnOf = (name: string) => `arn:aws:sqs:eu-west-1:000000000000:${name}`
const queue = (name: string, more: Partial<Queue> = {}): Queue => ({
  name,
  arn: arnOf(name),
  visibilitySeconds: 30,
  delaySeconds: 0,
  waitSeconds: 0,
  retentionSeconds: 600,
  ...more,
})
const fifo = {
  contentBasedDeduplication: false,
  deduplicationScope: 'queue' as const,
  throughputLimit: 'perQueue' as const,
}
const queues = [
  queue('work', { redrive: { arn: arnOf('dead'), receives: 1 } }),
  queue('dead'),
  queue('order.fifo', { fifo, redrive: { arn: arnOf('dead.fifo'), receives: 2 } }),
  queue('dead.fifo', { fifo }),
  queue('groups.fifo', {
    fifo: {
      contentBasedDeduplication: true,
      deduplicationScope: 'messageGroup',
      throughputLimit: 'perMessageGroupId',
    },
  }),
]

/** A local SQS with the queues above, and a client; stopped by disposal. A given directory is kept. */
export async function localSqs(kept?: string) {
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'sqs-'))
  const opened = openQueues(queues, join(directory, 'queues.sqlite'))
  const server = await serveSqs(opened)
  const client = new SQSClient({ endpoint: server.url, ...clientOptions, maxAttempts: 1 })
  const urlOf = (name: string) => `${server.url}/000000000000/${name}`
  return {
    client,
    urlOf,
    send: (name: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
      client.send(new SendMessageCommand({ QueueUrl: urlOf(name), MessageBody, ...more })),
    async receive(name: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
      const ask = {
        QueueUrl: urlOf(name),
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['All' as const],
      }
      return (await client.send(new ReceiveMessageCommand({ ...ask, ...more }))).Messages ?? []
    },
    remove: (name: string, { ReceiptHandle }: Message) =>
      client.send(new DeleteMessageCommand({ QueueUrl: urlOf(name), ReceiptHandle })),
    async attributes(name: string): Promise<Record<string, string>> {
      const ask = new GetQueueAttributesCommand({ QueueUrl: urlOf(name), AttributeNames: ['All'] })
      return (await client.send(ask)).Attributes ?? {}
    },
    async [Symbol.asyncDispose]() {
      client.destroy()
      await server[Symbol.asyncDispose]()
      opened[Symbol.dispose]()
      if (kept === undefined) rmSync(directory, { recursive: true })
    },
  }
}
