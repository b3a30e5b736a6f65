import type { ChildProcess } from 'node:child_process'
import type { Write } from '../../../shared/db/requests.ts'
import type { Store } from '../../../shared/db/store.ts'

/** A call of a store in another process. In place of the error of a failed condition, a write says that it has one. */
interface Call {
  call: number
  operation: keyof Store
  given: unknown[]
}
type Outcome = { call: number } & ({ result: unknown } | { failed: number } | { error: string })
type SentWrite = Omit<Write, 'onConditionFailed'> & { refuses: boolean }

/** The store of the parent process, so that the memory of this one is not that of the table. */
export function storeOfParent(): Store {
  const waiting = new Map<number, (outcome: Outcome) => void>()
  process.on('message', (outcome: Outcome) => waiting.get(outcome.call)?.(outcome))
  let calls = 0
  async function ask(operation: keyof Store, ...given: unknown[]): Promise<Outcome> {
    const call = calls++
    const outcome = new Promise<Outcome>((resolve) => waiting.set(call, resolve))
    process.send?.({ call, operation, given } satisfies Call)
    return outcome.finally(() => waiting.delete(call))
  }
  async function resultOf(operation: keyof Store, ...given: unknown[]): Promise<never> {
    const outcome = await ask(operation, ...given)
    if ('result' in outcome) return outcome.result as never
    throw new Error('error' in outcome ? outcome.error : 'A condition has failed')
  }
  return {
    get: (key) => resultOf('get', key),
    batch: (keys, isConsistent) => resultOf('batch', keys, isConsistent),
    transactGet: (keys) => resultOf('transactGet', keys),
    query: (query) => resultOf('query', query),
    update: (write) => resultOf('update', write),
    async commit(writes) {
      const sent = writes.map(({ onConditionFailed, ...write }): SentWrite => ({
        ...write,
        refuses: onConditionFailed !== undefined,
      }))
      const outcome = await ask('commit', sent)
      if ('failed' in outcome)
        throw writes[outcome.failed]?.onConditionFailed ?? new Error('A condition has failed')
      if ('error' in outcome) throw new Error(outcome.error)
      return outcome.result as 'done' | 'stale'
    },
  }
}

/** Answers the calls of a child process, which has `serialization: 'advanced'`, from a store. */
export function serveStore(child: ChildProcess, store: Store): void {
  async function carryOut({ operation, given }: Call): Promise<object> {
    if (operation !== 'commit')
      return { result: await (store[operation] as (...given: unknown[]) => Promise<unknown>)(...given) }
    const refusals = (given[0] as SentWrite[]).map(() => new Error('refused'))
    const writes = (given[0] as SentWrite[]).map(({ refuses, ...write }, n) => ({
      ...write,
      ...(refuses && { onConditionFailed: refusals[n] }),
    }))
    try {
      return { result: await store.commit(writes as unknown as Write[]) }
    } catch (error) {
      const failed = refusals.indexOf(error as Error)
      if (failed < 0) throw error
      return { failed }
    }
  }
  child.on('message', (message: Partial<Call>) => {
    if (message.operation === undefined) return
    carryOut(message as Call)
      .catch((error: unknown) => ({ error: String(error) }))
      .then((outcome) => child.send({ call: message.call, ...outcome }))
      .catch(() => undefined)
  })
}
