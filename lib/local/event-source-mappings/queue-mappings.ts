import { StartupError, errorMessage } from '../runtime/startup-error.ts'
import { targetOf, type QueueSource } from './event-sources.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import { recordOf } from '../sqs/records.ts'
import type { Queues } from '../sqs/queues.ts'
import type { Message } from '../sqs/store.ts'
import type { Queue } from '../sqs/declared-queues.ts'

/** Limit of the bodies in a batch. An event may have 6 MB (AWS Lambda quotas), JSON syntax and attributes included. */
const eventBytes = 5 * 1024 * 1024

/** Lambda developer guide, "Creating and configuring an Amazon SQS event source mapping". */
const maxFifoBatch = 10

interface Options {
  queues: Queues
  functions: readonly LambdaFunction[]
  /** Called with one line for each failure. */
  report(line: string): void
}

/**
 * Invokes functions with the messages of queues (Lambda developer guide, "Using Lambda with Amazon SQS") until disposal,
 * which waits for running invocations. Processed messages are deleted; failed ones are received again after the
 * visibility timeout. A group of a FIFO queue is in one batch at a time, and its failed messages return in order; the
 * function reports the failed and all later ones of the group, since Lambda deletes messages that are not reported. Batches are
 * delivered immediately: MaximumBatchingWindowInSeconds is ignored. Throws StartupError if the app does not have the
 * function or queue, and for what AWS rejects: a visibility timeout of the queue that is less than the function's
 * timeout, and a batch of a FIFO queue with more than ten messages.
 */
export function runQueues(
  sources: readonly QueueSource[],
  { queues, functions, report }: Options,
): AsyncDisposable {
  const mappings = sources.map((source) => {
    const target = targetOf(source, functions)
    const queue = queues.list.find(({ arn }) => arn === source.arn)
    if (!queue) throw new StartupError(`Mapping ${source.id} reads ${source.arn}, which the app does not have.`)
    if (queue.visibilitySeconds * 1000 < target.timeoutMilliseconds)
      throw new StartupError(
        `Mapping ${source.id}: the visibility timeout of ${queue.name}, ${queue.visibilitySeconds} seconds, is less than the timeout of ${target.name}.`,
      )
    if (queue.fifo && source.batchSize > maxFifoBatch)
      throw new StartupError(
        `Mapping ${source.id}: a batch of the FIFO queue ${queue.name} has at most ${maxFifoBatch} messages.`,
      )
    return { source, target, queue }
  })
  const running = new Set<Promise<void>>()
  let stopping = false

  const watchers = mappings.map(({ source, target, queue }) => {
    let invocations = 0
    /** Starts invocations until the queue is empty or the maximum concurrency is reached. */
    function poll() {
      while (!stopping && invocations < source.maxConcurrency) {
        const batch = queues.receive(queue, source.batchSize, { maxBytes: eventBytes })
        if (batch.length === 0) return
        invocations++
        const invocation = deliver(batch)
          .catch(reportError)
          .finally(() => {
            invocations--
            running.delete(invocation)
            wake()
          })
        running.add(invocation)
      }
    }
    async function deliver(batch: readonly Message[]) {
      const processed = await processBatch(batch, source, target, queue)
      for (const { receipt } of processed) queues.delete(queue, receipt)
    }
    const reportError = (error: unknown) => report(`Mapping ${source.id}: ${errorMessage(error)}`)
    function wake() {
      try {
        poll()
      } catch (error) {
        reportError(error)
      }
    }
    const watcher = queues.watch(queue, wake)
    wake()
    return watcher
  })

  return {
    async [Symbol.asyncDispose]() {
      stopping = true
      for (const watcher of watchers) watcher[Symbol.dispose]()
      await Promise.allSettled(running)
    },
  }
}

/** Invokes the function and returns the messages that it has processed. */
async function processBatch(
  batch: readonly Message[],
  source: QueueSource,
  target: LambdaFunction,
  queue: Queue,
): Promise<readonly Message[]> {
  const result = await target.invoke(
    JSON.stringify({ Records: batch.map((message) => recordOf(message, queue)) }),
  )
  if (typeof result === 'string') return []
  if (!source.reportsFailures) return batch
  const { batchItemFailures } = (JSON.parse(result.payload) ?? {}) as BatchResponse
  const failedIds = (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier)
  // An unknown id fails the whole batch.
  if (failedIds.some((id) => !batch.some((message) => message.id === id))) return []
  return batch.filter(({ id }) => !failedIds.includes(id))
}

type BatchResponse = { batchItemFailures?: { itemIdentifier?: string }[] | null }
