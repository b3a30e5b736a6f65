import { expect, test } from 'vitest'
import { allRefusals, paramsOf } from '../../bin/generate/refusals.ts'
import { refused } from '../../shared/domain/handovers/refusals.ts'
import { officeRefusalWords } from '../../site/staff/messages/office-refusal-words.ts'
import { fieldOfReason, forPrograms, refusalWords } from '../../site/staff/messages/refusal-words.ts'

const words: Record<string, readonly string[]> = { ...refusalWords, ...officeRefusalWords }
const reasons = allRefusals.map(({ reason }) => reason)
const scripts = ['Latin', 'Cyrillic', 'Georgian', 'Arabic']

test('staff read each reason in words of their own, or it is one that only programs meet', () => {
  const named = [...Object.keys(words), ...forPrograms]
  expect(named.toSorted()).toEqual(reasons.toSorted())
  expect(Object.keys(fieldOfReason).filter((reason) => !(reason in words))).toEqual([])
})

test('phones have the words of each refusal of a hand-over and its code, but for the proof, which they do not read', () => {
  const met = ['company_not_verified', ...Object.keys(refused)].filter((one) => one !== 'nothing_handed_over')
  expect(met.filter((reason) => !(reason in refusalWords) && !forPrograms.includes(reason))).toEqual([])
})

test.each(allRefusals.filter(({ reason }) => reason in words))(
  '$reason has words in four languages, with params that the API gives',
  ({ reason, message }) => {
    const texts = words[reason] ?? []
    expect(texts).toHaveLength(scripts.length)
    const [first = ''] = texts
    const params = paramsOf(first).toSorted()
    expect(paramsOf(message)).toEqual(expect.arrayContaining(params))
    for (const [n, text] of texts.entries()) {
      expect(paramsOf(text).toSorted(), text).toEqual(params)
      expect(text).not.toMatch(/[A-Z]+_[A-Z]+|\b(GET|POST|PUT|PATCH|DELETE)\b|\/api\//)
      expect(text.replaceAll(/\{\w+\}/g, '')).toMatch(new RegExp(`\\p{Script=${scripts[n]}}`, 'u'))
    }
  },
)

test('a status in the params is named by its kind, so that pages show its name', () => {
  const kinds = ['shipment', 'package', 'bag', 'flight', 'courier', 'import', 'photo']
  const statuses = allRefusals
    .flatMap(({ message }) => paramsOf(message))
    .filter((name) => name.includes('status'))
  const named = new RegExp(`^(new_)?(${kinds.join('|')})_status$`)
  // That of a response of the provider of flight data is a number.
  expect(statuses.filter((name) => name !== 'status' && !named.test(name))).toEqual([])
})
