import { beforeAll, describe, expect, test } from 'vitest'
import { newTenant, type Tenant } from '../support/api/tenant.ts'
import { familyHistory, flightHistory } from '../support/models/histories.ts'
import { linearise, type Operation } from '../support/models/linearise.ts'
import {
  familyModel,
  flightModel,
  type Exchange,
  type Exchanged,
  type Loaded,
  type Loading,
} from '../support/models/registers.ts'
import { report } from '../support/suite/proof.ts'
import { alterations, expectExplained, op, record, rejected, rejects, summary } from './histories.fixture.ts'
import { seconds } from '../support/suite/time.ts'

describe('the model of a family of refresh tokens', () => {
  const exchanged = (token: string): Exchanged => ({ status: 200, token })
  const no: Exchanged = { status: 401 }
  const x = (token: string, key?: string): Exchange => ({ token, ...(key !== undefined && { key }) })
  const bad: [string, Operation<Exchange, Exchanged>[]][] = [
    ['a token with two successors', [op(0, 9, x('a'), exchanged('b')), op(0, 9, x('a'), exchanged('c'))]],
    ['a valid token that is refused', [op(0, 1, x('a'), no)]],
    [
      'a race that revokes the family',
      [op(0, 9, x('a'), exchanged('b')), op(1, 10, x('a'), no), op(11, 12, x('b'), no)],
    ],
    [
      'a later reuse that does not revoke the family',
      [op(0, 9, x('a'), exchanged('b')), op(3000, 3001, x('a'), no), op(3002, 3003, x('b'), exchanged('c'))],
    ],
    [
      'a repetition with the same key and another successor',
      [op(0, 9, x('a', 'k'), exchanged('b')), op(10, 11, x('a', 'k'), exchanged('c'))],
    ],
    [
      'a repetition with another key that succeeds',
      [op(0, 9, x('a', 'k'), exchanged('b')), op(10, 11, x('a', 'l'), exchanged('b'))],
    ],
    [
      'a token that is valid after the end of its session',
      [op(0, 1, { ...x('a'), ends: true }, { status: 200 }), op(2, 3, x('a'), exchanged('b'))],
    ],
    [
      'a token that is used before it was issued',
      [op(0, 1, x('b'), exchanged('c')), op(2, 3, x('a'), exchanged('b'))],
    ],
  ]
  test.each(bad)('rejects %s', (_, history) =>
    expect(linearise(familyModel('a'), history).order).toBeUndefined(),
  )
  test('accepts a token whose response was lost and repeated', () => {
    const history = [
      op<Exchange, Exchanged>(0, 5, x('a', 'k')),
      op(6, 7, x('a', 'k'), exchanged('b')),
      op(8, 9, x('b'), exchanged('c')),
    ]
    expect(linearise(familyModel('a'), history).order).toHaveLength(3)
  })

  test('explains the exchanges of several concurrent clients', { timeout: seconds(300) }, async () => {
    const recorded = (await record(1, familyHistory)).map(({ first, history }) => ({
      model: familyModel(first),
      history,
    }))
    expectExplained(recorded)
    // Some altered histories are still possible: of two concurrent requests, either may be the refused one.
    const count = rejected(recorded, ({ status, token }, { ends }, n) =>
      ends
        ? { status: 401 }
        : status === 200 && n % 2
          ? exchanged(`${token} not`)
          : status === 200
            ? no
            : exchanged(`other ${n}`),
    )
    expect(count).toBeGreaterThan(alterations / 2)
    report(
      'Linearizability',
      'A refresh token is exchanged once, under races, reuse, retries and lost responses',
      `${summary(recorded)}; ${rejects(count)}`,
    )
  })
})

describe('the model of a flight’s capacity', () => {
  const weights = { p: 3, q: 4 }
  const model = flightModel(5, weights)
  const [ok, full]: Loaded[] = [{ status: 200 }, { status: 409 }]
  const assign = (bag: string): Loading => ({ do: 'assign', bag })
  const pack = (one: string, bag: string): Loading => ({ do: 'pack', bag, package: one })
  const weigh = (bag: string): Loading => ({ do: 'weigh', bag })
  const weighs = (kilograms: number): Loaded => ({ status: 200, kilograms })
  const bad: [string, Operation<Loading, Loaded>[]][] = [
    [
      'a load over the limit',
      [op(0, 1, assign('b'), ok), op(2, 3, pack('p', 'b'), ok), op(2, 3, pack('q', 'b'), ok)],
    ],
    ['a load that fits but is refused', [op(0, 1, assign('b'), ok), op(2, 3, pack('p', 'b'), full)]],
    [
      'two bags that take the capacity for one',
      [
        op(0, 1, pack('p', 'b'), ok),
        op(0, 1, pack('q', 'c'), ok),
        op(2, 9, assign('b'), ok),
        op(2, 9, assign('c'), ok),
      ],
    ],
    [
      'a limit below the current load',
      [op(0, 1, assign('b'), ok), op(2, 3, pack('q', 'b'), ok), op(4, 5, { do: 'limit', kilograms: 3 }, ok)],
    ],
    ['a package in two bags', [op(0, 1, pack('p', 'b'), ok), op(2, 3, pack('p', 'c'), ok)]],
    [
      'a read that misses a completed write',
      [op(0, 1, assign('b'), ok), op(2, 3, pack('p', 'b'), ok), op(4, 5, { do: 'read' }, weighs(5))],
    ],
    ['a bag with a wrong weight', [op(0, 1, pack('p', 'b'), ok), op(2, 3, weigh('b'), weighs(4))]],
  ]
  test.each(bad)('rejects %s', (_, history) => expect(linearise(model, history).order).toBeUndefined())

  let tenant: Tenant
  beforeAll(async () => void (tenant = await newTenant()))
  test('explains the requests of several concurrent clients', { timeout: seconds(300) }, async () => {
    const recorded = (await record(2, (below, clients) => flightHistory(below, clients, tenant))).map(
      ({ limit, weights, history }) => ({ model: flightModel(limit, weights), history }),
    )
    expectExplained(recorded)
    // Some altered histories are still possible, because concurrent requests may have taken effect in another order.
    const count = rejected(recorded, ({ status, kilograms }, input, n) =>
      kilograms !== undefined && n % 2
        ? { status, kilograms: kilograms + 1 + (n % 3) }
        : status === 200
          ? { status: input.do === 'unpack' ? 404 : 409 }
          : { status: 200 },
    )
    expect(count).toBeGreaterThan(alterations / 2)
    report(
      'Linearizability',
      'A flight never exceeds its capacity, and refuses only what does not fit',
      `${summary(recorded)}; ${rejects(count)}`,
    )
  })
})
