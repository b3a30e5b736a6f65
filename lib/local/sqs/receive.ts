import { md5Of, systemAttributesOf } from './records.ts'
import type { Queues } from './queues.ts'
import type { Message } from './store.ts'
import type { Queue } from './declared-queues.ts'
import { invalidValue } from './error.ts'

const maxMessages = 10

export interface ReceiveInput {
  MaxNumberOfMessages?: number
  VisibilityTimeout?: number
  WaitTimeSeconds?: number
  AttributeNames?: string[]
  MessageSystemAttributeNames?: string[]
  MessageAttributeNames?: string[]
}

/**
 * ReceiveMessage (SQS API reference). Waits up to WaitTimeSeconds for a message, or until the signal aborts.
 * Throws SqsError for requests that SQS rejects.
 */
export async function receive(queues: Queues, queue: Queue, input: ReceiveInput, signal: AbortSignal) {
  const { MaxNumberOfMessages: max = 1, VisibilityTimeout, WaitTimeSeconds = queue.waitSeconds } = input
  if (!(max >= 1 && max <= maxMessages))
    throw invalidValue('MaxNumberOfMessages', max, `Must be between 1 and ${maxMessages}, if provided.`)
  const deadline = Date.now() + WaitTimeSeconds * 1000
  const options = VisibilityTimeout === undefined ? {} : { hiddenSeconds: VisibilityTimeout }
  for (;;) {
    const messages = signal.aborted ? [] : queues.receive(queue, max, options)
    const remaining = deadline - Date.now()
    if (messages.length > 0) return { Messages: messages.map((message) => toResponse(message, input)) }
    if (remaining <= 0 || signal.aborted) return {}
    await waitForMessages(queues, queue, remaining, signal)
  }
}

/** Resolves when messages may have become visible, after `milliseconds`, or on abort. */
async function waitForMessages(
  queues: Queues,
  queue: Queue,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const wake = () => resolve(undefined)
  const timer = setTimeout(wake, milliseconds)
  signal.addEventListener('abort', wake, { once: true })
  const watch = queues.watch(queue, wake)
  await promise
  watch[Symbol.dispose]()
  signal.removeEventListener('abort', wake)
  clearTimeout(timer)
}

function toResponse(
  message: Message,
  { AttributeNames, MessageSystemAttributeNames, MessageAttributeNames }: ReceiveInput,
) {
  const Attributes = pick(systemAttributesOf(message), MessageSystemAttributeNames ?? AttributeNames)
  const MessageAttributes = pick(message.attributes, MessageAttributeNames)
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5Of(message.body),
    ...(Object.keys(Attributes).length > 0 && { Attributes }),
    ...(Object.keys(MessageAttributes).length > 0 && { MessageAttributes }),
  }
}

/** Selects by name, by `prefix.*`, or all by `All` or `.*`. */
const pick = (all: object, names: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(all).filter(([name]) =>
      names.some(
        (requested) =>
          requested === 'All' ||
          requested === name ||
          (requested.endsWith('.*') && name.startsWith(requested.slice(0, -2))),
      ),
    ),
  )
