import { StartupError, wordsOf } from '../runtime/startup-error.ts'
import { targetOf, type QueueSource } from './event-sources.ts'
import type { LambdaFunction } from '../lambda/functions.ts'
import { recordOf } from '../sqs/records.ts'
import type { Queues } from '../sqs/queues.ts'
import type { Message } from '../sqs/store.ts'
import type { Queue } from '../sqs/declared-queues.ts'

/** An event may have 6 MB (AWS Lambda quotas), with what JSON puts around the bodies. */
const eventBytes = 5 * 1024 * 1024

interface Options {
  queues: Queues
  functions: readonly LambdaFunction[]
  /** Takes a line on what cannot be read. */
  report(line: string): void
}

/**
 * Calls functions with what is sent to queues (Lambda developer guide, "Using Lambda with Amazon SQS"), until this is
 * disposed of; then calls under way are waited for. What a function is done with is deleted; what failed stays hidden
 * for the queue's time and comes again. A batch goes out at once, whatever MaximumBatchingWindowInSeconds says.
 * Throws StartupError for a function or a queue that is not there, or a queue that hides for less time than the
 * function may take, as AWS does.
 */
export function runQueues(
  sources: readonly QueueSource[],
  { queues, functions, report }: Options,
): AsyncDisposable {
  const ready = sources.map((source) => {
    const target = targetOf(source, functions)
    const queue = queues.list.find(({ arn }) => arn === source.arn)
    if (!queue) throw new StartupError(`Mapping ${source.id} reads ${source.arn}, which the app does not have.`)
    if (queue.visibilitySeconds * 1000 < target.timeoutMilliseconds)
      throw new StartupError(
        `Mapping ${source.id}: queue ${queue.name} hides for ${queue.visibilitySeconds} seconds, less than the timeout of ${target.name}.`,
      )
    return { source, target, queue }
  })
  const underWay = new Set<Promise<void>>()
  let stopping = false

  const watches = ready.map(({ source, target, queue }) => {
    let calls = 0
    /** Begins calls until nothing is due, or as many run as may. */
    function pump() {
      while (!stopping && calls < source.atOnce) {
        const batch = queues.receive(queue, source.batchSize, { maxBytes: eventBytes })
        if (batch.length === 0) return
        calls++
        const call = deliver(batch)
          .catch(failed)
          .finally(() => {
            calls--
            underWay.delete(call)
            wake()
          })
        underWay.add(call)
      }
    }
    async function deliver(batch: readonly Message[]) {
      const done = await through(batch, source, target, queue)
      for (const { receipt } of done) queues.delete(queue, receipt)
    }
    const failed = (error: unknown) => report(`Mapping ${source.id}: ${wordsOf(error)}`)
    function wake() {
      try {
        pump()
      } catch (error) {
        failed(error)
      }
    }
    const watch = queues.watch(queue, wake)
    wake()
    return watch
  })

  return {
    async [Symbol.asyncDispose]() {
      stopping = true
      for (const watch of watches) watch[Symbol.dispose]()
      await Promise.allSettled(underWay)
    },
  }
}

/** The messages that the function is done with. */
async function through(
  batch: readonly Message[],
  source: QueueSource,
  target: LambdaFunction,
  queue: Queue,
): Promise<readonly Message[]> {
  const answer = await target.invoke(
    JSON.stringify({ Records: batch.map((message) => recordOf(message, queue)) }),
  )
  if (typeof answer === 'string') return []
  if (!source.partial) return batch
  const { batchItemFailures } = (JSON.parse(answer.payload) ?? {}) as PartialAnswer
  const failed = (batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier)
  // An id that is none of the batch's makes the whole batch fail.
  if (failed.some((id) => !batch.some((message) => message.id === id))) return []
  return batch.filter(({ id }) => !failed.includes(id))
}

type PartialAnswer = { batchItemFailures?: { itemIdentifier?: string }[] | null }
