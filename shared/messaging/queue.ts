import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
import { withoutLog, type ClientConfig, type Clients } from '../config/clients.ts'
import type { QueueName } from '../config/queues.ts'
import { outsideRetries, refuseOverload } from '../core/overload.ts'

/** A message for a queue. */
export type Message = {
  /**
   * The message group, by default the tenant: in a FIFO queue its messages stay in order, and in others a busy group does
   * not delay the rest (SQS developer guide, "Fair queues").
   */
  group?: string
  /** In seconds, during which the message is invisible; not in a FIFO queue. */
  delay?: number
  /** In a FIFO queue: a message with the id of one of the last five minutes is not added. */
  deduplicationId?: string
} & (
  | { body: { tenant_id: string; [field: string]: unknown } }
  | { body: { tenant_id?: undefined; [field: string]: unknown }; group: string }
)

/**
 * The maximum number of messages per call, and the longest delay, 15 minutes (API reference, SendMessageBatch).
 */
const together = 10
const longestDelay = 900

function sqsClient(config: ClientConfig) {
  const client = new SQSClient({
    ...config,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  })
  client.middlewareStack.add(refuseOverload(), outsideRetries)
  return withoutLog(client)
}

/** Sends messages to a queue, each at least once. Throws if one fails. */
export async function send(
  { client, queue }: { client: Clients; queue: (name: QueueName) => string },
  name: QueueName,
  messages: readonly Message[],
): Promise<void> {
  const sqs = client('SQS', sqsClient)
  for (let from = 0; from < messages.length; from += together) {
    const entries = messages
      .slice(from, from + together)
      .map(({ body, group, delay = 0, deduplicationId }, i) => ({
        Id: String(i),
        MessageBody: JSON.stringify(body),
        MessageGroupId: group ?? body.tenant_id,
        ...(deduplicationId === undefined
          ? { DelaySeconds: Math.min(longestDelay, Math.ceil(delay)) }
          : { MessageDeduplicationId: deduplicationId }),
      }))
    const { Failed = [] } = await sqs.send(
      new SendMessageBatchCommand({ QueueUrl: queue(name), Entries: entries }),
    )
    const [first] = Failed
    if (first) throw new Error(`The queue did not take ${Failed.length} messages: ${first.Code ?? 'no reason'}`)
  }
}
