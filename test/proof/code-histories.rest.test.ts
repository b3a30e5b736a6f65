import { describe, expect, test } from 'vitest'
import { codeHistories } from '../support/models/histories.ts'
import { linearise, type Operation } from '../support/models/linearise.ts'
import { codeModel, type Guess } from '../support/models/registers.ts'
import { report } from '../support/suite/proof.ts'
import { alterations, expectExplained, op, record, rejected, rejects, summary } from './histories.fixture.ts'
import { seconds } from '../support/suite/time.ts'

describe('the model of a code', () => {
  const [right, wrong]: Guess[] = [{ right: true }, { right: false }]
  const fiveWrong = Array.from({ length: 5 }, (_, n) => op(10 * n, 10 * n + 1, wrong!, 400))
  const bad: [string, Operation<Guess, number>[]][] = [
    ['a code that works twice', [op(0, 9, right!, 200), op(0, 9, right!, 200)]],
    ['a sixth guess that is checked', [...fiveWrong, op(60, 61, right!, 200)]],
    ['a right guess among the first five that is refused', [...fiveWrong.slice(1), op(60, 61, right!, 400)]],
    ['a wrong guess that is accepted', [op(0, 1, wrong!, 200)]],
    ['a code that never works', [op(0, 9, right!, 400), op(0, 9, right!, 400)]],
    [
      'a code that works again after its use',
      [op(0, 1, right!, 200), op(2, 3, wrong!, 400), op(4, 5, right!, 200)],
    ],
  ]
  test.each(bad)('rejects %s', (_, history) => expect(linearise(codeModel(), history).order).toBeUndefined())

  test('explains the guesses of several concurrent clients', { timeout: seconds(300) }, async () => {
    const recorded = (await record(3, codeHistories)).flat().map((history) => ({ model: codeModel(), history }))
    expectExplained(recorded)
    // Some altered histories are still possible: of concurrent right guesses, any may come first, or after five others.
    const count = rejected(recorded, (status) => (status === 200 ? 400 : 200))
    expect(count).toBeGreaterThan(alterations / 2)
    report(
      'Linearizability',
      'A code works once, and at most five attempts are evaluated',
      `${summary(recorded)}; ${rejects(count)}`,
    )
  })
})
