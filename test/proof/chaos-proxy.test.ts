import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultInjector } from '../support/chaos-proxy/faults/injector.ts'
import * as fixture from '../support/chaos-proxy/fixture.ts'
import { chaosControl, startChaosProxy, type ChaosProxy } from '../support/chaos-proxy/proxy.ts'
import { noFaults } from '../support/chaos-proxy/faults/odds.ts'
import { inSequence } from '../support/chaos-proxy/calls.ts'
import { seconds } from '../support/suite/time.ts'
import { waitUntil } from '../support/suite/wait.ts'

const { callsThrough, failure, index, indexKey, key, partition, S } = fixture
let emulator: Awaited<ReturnType<typeof fixture.startEmulator>>
let proxy: ChaosProxy
let control: ReturnType<typeof chaosControl>
let once: ReturnType<typeof callsThrough>

beforeAll(async () => {
  emulator = await fixture.startEmulator()
})
afterAll(() => emulator.stop())
beforeEach(async () => {
  proxy = await startChaosProxy({ upstream: emulator.upstream, faults: noFaults })
  control = chaosControl(proxy.url)
  once = callsThrough(proxy.url)
})
afterEach(async () => {
  once.end()
  await proxy.stop()
})

describe('an injected conflict', () => {
  beforeEach(() => control.faults({ ...noFaults, conflict: 1 }))

  test('cancels a whole transaction because of one item', async () => {
    const error = await failure(once.transactCount('conflict', ['a', 'b', 'c']))
    const codes = error?.CancellationReasons?.map(({ Code }) => Code) ?? []
    expect(error?.name).toBe('TransactionCanceledException')
    expect(error?.message).toContain(`[${codes.join(', ')}]`)
    expect(codes.toSorted()).toEqual(['None', 'None', 'TransactionConflict'])
    expect(await emulator.stored('conflict')).toBeUndefined()
    expect(await control.stats()).toEqual({ ...noFaults, conflict: 1 })
  })

  test('fails a read transaction and a write of one item, but not a query', async () => {
    const reading = await failure(once.transactGet('single'))
    expect(reading?.CancellationReasons?.map(({ Code }) => Code)).toEqual(['TransactionConflict'])
    const writing = [once.count('single'), once.put('single', 0), once.remove('single')]
    for (const error of await Promise.all(writing.map(failure)))
      expect(error?.name).toBe('TransactionConflictException')
    expect(await once.walk(partition('single'))).toEqual([[]])
  })

  test('never fails the repetition of a completed transaction', async () => {
    await control.dropNext('TransactWriteItems')
    expect(await failure(once.transactCount('done', ['a'], 'token'))).toBeDefined()
    await once.transactCount('done', ['a'], 'token')
    expect(await emulator.stored('done')).toBe('1')
  })
})

describe('a lost answer', () => {
  test('belongs to a call that was carried out', async () => {
    await control.faults({ ...noFaults, lost: 1 })
    expect((await failure(once.count('lost')))?.code).toBe('ECONNRESET')
    expect(await emulator.stored('lost')).toBe('1')
  })

  test('can be requested for the next calls of an operation, and excludes other faults of these calls', async () => {
    await control.faults({ ...noFaults, conflict: 1 })
    await control.dropNext('UpdateItem', 2)
    for (let i = 0; i < 3; i++) await failure(once.count('dropped'))
    expect(await emulator.stored('dropped')).toBe('2')
    expect(await control.stats()).toEqual({ ...noFaults, lost: 2, conflict: 1 })
  })

  test("makes the SDK's retry apply an update twice, but a transaction once, because the retry has the same token", async () => {
    await control.dropNext('UpdateItem')
    await control.dropNext('TransactWriteItems')
    const retrying = callsThrough(proxy.url, 3)
    await retrying.count('retried', 'alone')
    await retrying.transactCount('retried', ['together'])
    retrying.end()
    expect(await emulator.stored('retried', 'alone')).toBe('2')
    expect(await emulator.stored('retried', 'together')).toBe('1')
  })
})

test('the fault refusedBefore fails calls with a server error or throttling and does not carry them out', async () => {
  await control.faults({ ...noFaults, refusedBefore: 1 })
  const names = new Set<string | undefined>()
  for (let i = 0; i < 20; i++) names.add((await failure(once.count('refused')))?.name)
  const all = ['InternalServerError', 'ProvisionedThroughputExceededException', 'ThrottlingException']
  expect([...names].toSorted()).toEqual(all)
  expect(await emulator.stored('refused')).toBeUndefined()
})

describe('a stale index', () => {
  test('returns an earlier result of the same query, and the current result after the lag', async () => {
    await once.put('older', 0)
    const { Items: before } = await once.query(index('older'))
    await once.count('older', 'item-00')
    await once.put('older', 1)
    await control.faults({ ...noFaults, stale: 1 })
    expect((await once.query(index('older'))).Items).toEqual(before)
    for (const other of [partition('older'), { ...index('older'), Limit: 9 }])
      expect((await once.query(other)).Count).toBe(2)
    expect((await control.stats()).stale).toBe(1)
    await waitUntil(async () => (await once.query(index('older'))).Count === 2, { timeout: seconds(3) })
  })

  test('omits items that were just created, even for the first query', async () => {
    await emulator.direct.create('lag', 0)
    await once.create('lag', 1)
    await once.transactCreate('lag', 2)
    await once.put('lag', 3) // An item that may have existed before.
    await control.faults({ ...noFaults, stale: 1 })
    expect(await once.walk(index('lag'))).toEqual([['item-00', 'item-03']])
    expect(await once.query(index('lag'))).toMatchObject({ Count: 2, ScannedCount: 2 })
  })
})

describe('short pages', () => {
  beforeAll(async () => {
    for (let n = 0; n < 13; n++) await emulator.direct.put('walk', n)
  })
  beforeEach(() => control.faults({ ...noFaults, short: 1 }))

  test.each([
    ['a partition', partition('walk')],
    ['an index', index('walk')],
    ['a range', partition('walk', 'AND sk BETWEEN :a AND :b', { ':a': S('item-03'), ':b': S('item-09') })],
    ['items with a prefix', partition('walk', 'AND begins_with(sk, :a)', { ':a': S('item-0') })],
    ['a filtered index', index('walk', 'parity = :odd', { ':odd': S('odd') })],
    ['an empty partition', partition('nowhere')],
  ])('return every item of %s once and in order', async (_, query) => {
    for (const ScanIndexForward of [true, false])
      for (const Limit of [undefined, 1, 4, 100]) {
        const whole = await emulator.direct.walk({ ...query, ScanIndexForward })
        const pages = await once.walk({ ...query, ScanIndexForward, Limit })
        expect(pages.flat()).toEqual(whole.flat())
        expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(Limit ?? 13)
      }
  })

  test.each([partition('walk'), index('walk')])('may be empty, but never twice in a row', async (query) => {
    const first: unknown[] = []
    for (let i = 0; i < 20; i++) first.push((await once.query(query)).Count)
    expect(first).toContain(0)
    expect(first.join()).not.toMatch(/\b0,0\b/)
    const later = [await once.walk(query), await once.walk(query)].flatMap((pages) => pages.slice(1))
    expect(later.map(({ length }) => length)).toContain(0)
    expect((await control.stats()).short).toBeGreaterThan(20)
  })
})

test('a batch may return unprocessed keys, but processes at least one', async () => {
  const sks = ['item-00', 'item-01', 'item-02', 'item-03']
  for (const n of sks.keys()) await emulator.direct.put('batch', n)
  await control.faults({ ...noFaults, unprocessed: 1 })
  const found: unknown[] = []
  let unprocessed: Awaited<ReturnType<typeof once.batch>>['UnprocessedKeys']
  for (let calls = 0; calls === 0 || unprocessed; calls++) {
    expect(calls).toBeLessThan(sks.length)
    const { Responses = {}, UnprocessedKeys } = await once.batch('batch', sks, unprocessed)
    const [items = []] = Object.values(Responses)
    expect(items.length).toBeGreaterThan(0)
    found.push(...items.map(({ sk }) => sk?.S))
    const [rest] = Object.values(UnprocessedKeys ?? {})
    unprocessed = rest && UnprocessedKeys
    if (rest) expect(rest).toMatchObject({ ConsistentRead: true })
  }
  expect(found.sort()).toEqual(sks)
  expect((await control.stats()).unprocessed).toBeGreaterThan(0)
})

test.each([
  ['', key('p'), undefined],
  ['', key('other'), 'is outside query boundaries based on provided conditions'],
  ['AND sk >= :b', key('p', 'b'), undefined],
  ['AND sk < :b', key('p', 'b'), 'does not match the range key predicate'],
  ['AND sk BETWEEN :b AND :b', key('p', 'c'), 'does not match the range key predicate'],
  ['AND begins_with(sk, :b)', key('p', 'xb'), 'does not match the range key predicate'],
  ['index', indexKey('p', 'x'), undefined],
  ['index', indexKey('other', 'p'), 'is outside query boundaries based on provided conditions'],
])(
  'the proxy answers a query of p %s with the start key %j as AWS does: %s',
  async (range, ExclusiveStartKey, why) => {
    const query = range === 'index' ? index('p') : partition('p', range, range ? { ':b': S('b') } : {})
    const error = await failure(once.query({ ...query, ExclusiveStartKey }))
    expect(error?.message).toBe(why && `The provided starting key ${why}`)
  },
)

test.each([
  [{ FilterExpression: 'parity = :v' }, undefined],
  [{ FilterExpression: 'contains(parity, :v)', ProjectionExpression: 'sk, gsi1sk, parity' }, undefined],
  [{ FilterExpression: 'n = :v' }, 'Secondary index some does not project one or more filter attributes: [n]'],
  [
    { FilterExpression: 'NOT (#n IN (:v) AND size(#n.a) < :v) OR parity = :v' },
    'Secondary index some does not project one or more filter attributes: [n]',
  ],
  [
    { FilterExpression: 'parity = :v', ProjectionExpression: 'sk, #n' },
    'Global secondary index some does not project [n]',
  ],
])('the proxy answers a query of an index with %j as AWS does: %s', async (expressions, refusal) => {
  const query = { ...index('p', undefined, { ':v': S('odd') }), IndexName: 'some', ...expressions }
  const n = JSON.stringify(expressions).includes('#n') && { '#n': 'n' }
  const error = await failure(once.query({ ...query, ExpressionAttributeNames: { '#p': 'gsi1pk', ...n } }))
  expect(error?.name).toBe(refusal && 'ValidationException')
  if (refusal) expect(error?.message).toMatch(refusal)
})

describe('a recording', () => {
  test('contains each call with its consumed capacity, and shows which calls are sequential', async () => {
    await once.get('before')
    await once.put('recorded', 0)
    await control.record()
    expect(await once.get('first')).not.toHaveProperty('ConsumedCapacity')
    await Promise.all(['a', 'b', 'c'].map((sk) => once.get('parallel', sk)))
    await once.transactCount('recorded', ['b'])
    const asking = await once.query({ ...index('recorded'), ReturnConsumedCapacity: 'TOTAL' })
    expect(asking.ConsumedCapacity?.CapacityUnits).toBe(0.5)
    const calls = await control.recorded()
    await once.get('after')
    const get = ['GetItem', undefined, 1]
    const rest = [get, ['TransactWriteItems', undefined, 2], ['Query', 'gsi1', 0.5]]
    expect(calls.map((call) => [call.operation, call.index, call.units])).toEqual([get, get, get, ...rest])
    expect(inSequence(calls)).toBe(4)
    expect(await control.recorded()).toEqual([])
  })

  test('gives the length of the longest chain of sequential calls', () => {
    const lengthOf = (...spans: [number, number][]) =>
      inSequence(spans.map(([startedAt, endedAt]) => ({ operation: 'Query', startedAt, endedAt, units: 0 })))
    expect(lengthOf([0, 5], [4, 9])).toBe(1)
    expect(lengthOf([0, 5], [5, 9])).toBe(2)
    expect(lengthOf([0, 9], [0, 2], [3, 5], [6, 9], [1, 8])).toBe(3)
  })
})

test('the same seed gives the same faults, and another seed gives others', () => {
  const decisions = (seed: number) => {
    const injector = faultInjector(seed, { ...noFaults, conflict: 0.5 })
    return Array.from({ length: 30 }, () => injector.decides('conflict'))
  }
  expect(decisions(7)).toEqual(decisions(7))
  expect(decisions(7)).not.toEqual(decisions(8))
})
