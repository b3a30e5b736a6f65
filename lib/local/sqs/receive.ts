import { md5Of, systemAttributesOf } from './records.ts'
import type { Queues } from './queues.ts'
import type { Message } from './store.ts'
import type { Queue } from './declared-queues.ts'
import { invalid } from './error.ts'

const maxMessages = 10

export interface Receive {
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
export async function receive(queues: Queues, queue: Queue, input: Receive, signal: AbortSignal) {
  const { MaxNumberOfMessages: most = 1, VisibilityTimeout, WaitTimeSeconds = 0 } = input
  if (!(most >= 1 && most <= maxMessages))
    throw invalid(
      `Value ${most} for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and ${maxMessages}, if provided.`,
    )
  const until = Date.now() + WaitTimeSeconds * 1000
  const options = VisibilityTimeout === undefined ? {} : { hiddenSeconds: VisibilityTimeout }
  for (;;) {
    const messages = signal.aborted ? [] : queues.receive(queue, most, options)
    const left = until - Date.now()
    if (messages.length > 0) return { Messages: messages.map((message) => shown(message, input)) }
    if (left <= 0 || signal.aborted) return {}
    await woken(queues, queue, left, signal)
  }
}

/** Resolves when messages may have become visible, after `milliseconds`, or on abort. */
async function woken(queues: Queues, queue: Queue, milliseconds: number, signal: AbortSignal): Promise<void> {
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

function shown(
  message: Message,
  { AttributeNames, MessageSystemAttributeNames, MessageAttributeNames }: Receive,
) {
  const Attributes = pick(systemAttributesOf(message), MessageSystemAttributeNames ?? AttributeNames)
  const MessageAttributes = pick(message.attributes, MessageAttributeNames)
  return {
    ...{
      MessageId: message.id,
      ReceiptHandle: message.receipt,
      Body: message.body,
      MD5OfBody: md5Of(message.body),
    },
    ...(Object.keys(Attributes).length > 0 && { Attributes }),
    ...(Object.keys(MessageAttributes).length > 0 && { MessageAttributes }),
  }
}

/** Selects by name, by `prefix.*`, or all by `All` or `.*`. */
const pick = (all: object, names: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(all).filter(([name]) =>
      names.some(
        (wanted) =>
          wanted === 'All' ||
          wanted === name ||
          (wanted.endsWith('.*') && name.startsWith(wanted.slice(0, -2))),
      ),
    ),
  )
