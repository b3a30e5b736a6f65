/** Timers, which tests replace. */
export interface Clock {
  setTimeout(act: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}
export const realClock: Clock = {
  setTimeout: (act, milliseconds) => setTimeout(act, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as Parameters<typeof clearTimeout>[0]),
}

/** Resolves after that time. Rejects with the reason of `signal` as soon as that is aborted. */
export function sleep(
  milliseconds: number,
  { clock = realClock, signal }: { clock?: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => signal?.removeEventListener('abort', abort)
    const timer = clock.setTimeout(() => {
      end()
      resolve()
    }, milliseconds)
    const abort = () => {
      end()
      clock.clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort)
  })
}
