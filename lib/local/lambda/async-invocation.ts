import type { LambdaFunction } from './functions.ts'

/** Milliseconds before the first retry, doubled for each further one; on AWS it is a minute. */
const initialBackoff = 200

/**
 * Invokes a function as AWS does without waiting for its result (Lambda developer guide, "Asynchronous invocation"): an
 * event that it fails on is retried twice, or as its event invoke configuration says. Resolves when the event is
 * processed or its retries are used up; there is no dead-letter queue.
 */
export async function invokeAsync(target: LambdaFunction, event: string): Promise<void> {
  for (let attempt = 0; attempt <= target.retryAttempts; attempt++) {
    if (attempt > 0) await new Promise((done) => setTimeout(done, initialBackoff * 2 ** (attempt - 1)).unref())
    if (typeof (await target.invoke(event)) === 'object') return
  }
}
