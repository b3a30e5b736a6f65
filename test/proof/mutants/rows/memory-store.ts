import type { Mutant } from '../mutant.ts'

const tests = ['test/db/engines.test.ts']
const file = 'test/support/in-process/memory-store.ts'

/** Errors in the store in memory, which its comparison with an engine finds. */
export const memoryStoreMutants: readonly Mutant[] = [
  {
    file: 'test/support/in-process/sorted-entries.ts',
    tests,
    about: 'keys are sorted as UTF-16',
    from: 'Buffer.compare(this.#names[middle] ?? bytes, bytes) < 0',
    to: 'String(this.#names[middle]) < String(bytes)',
  },
  {
    file,
    tests,
    about: 'a check without a condition passes',
    from: "(write.when ?? exists('pk'))",
    to: 'write.when',
  },
  {
    file,
    tests,
    about: 'a page has one item too many',
    from: 'read < query.limit && size',
    to: 'read <= query.limit && size',
  },
  {
    file,
    tests,
    about: 'a query without an upper bound misses the last item',
    from: 'to === undefined ? entries.length',
    to: 'to === undefined ? entries.length - 1',
  },
  {
    file,
    tests,
    about: 'an item stays in a partition of an index that it has left',
    from: '(was.partition !== is?.partition || was.name !== is.name)',
    to: '!is',
  },
  {
    file,
    tests,
    about: 'a transaction is carried out although a condition without an error fails',
    from: 'failed.some(({ onConditionFailed }) => !onConditionFailed)',
    to: 'failed.every(({ onConditionFailed }) => !onConditionFailed)',
  },
  {
    file,
    tests,
    about: 'ADD replaces the members of a set',
    from: 'return new Set([...(before as Set<string>), ...value])',
    to: 'return value',
  },
  {
    file,
    tests,
    about: 'if_not_exists replaces what exists',
    from: '{ ...initially, ...item, ...set }',
    to: '{ ...item, ...initially, ...set }',
  },
  {
    file,
    tests,
    about: 'a set stays when its last member is taken',
    from: 'rest.size > 0 ? rest : undefined',
    to: 'rest.size > 0 ? rest : before',
  },
  {
    file,
    tests,
    about: 'an update whose condition fails returns no item',
    from: 'return { done: false, item: before }',
    to: 'return { done: false, item: undefined }',
  },
  {
    file,
    tests,
    about: 'an update may name an attribute twice',
    from: 'new Set(named).size < named.length',
    to: 'named.length < 0',
  },
]
