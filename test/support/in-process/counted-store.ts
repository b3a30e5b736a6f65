import { batchSize, type Store } from '../../../shared/db/store.ts'

/** A store that counts in `count.calls` the calls of DynamoDB that its operations make. */
export function countedStore(store: Store) {
  const count = { calls: 0 }
  const counted = Object.entries(store).map(([name, operation]) => [
    name,
    (...args: [unknown[]]) => {
      count.calls += name === 'batch' ? Math.ceil(args[0].length / batchSize) : 1
      return Reflect.apply(operation, store, args) as unknown
    },
  ])
  return { count, store: Object.fromEntries(counted) as Store }
}
