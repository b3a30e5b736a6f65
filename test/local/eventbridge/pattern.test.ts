import { expect, test } from 'vitest'
import { patternOf } from '../../../lib/local/eventbridge/pattern.ts'

const record = {
  eventName: 'INSERT',
  dynamodb: { Keys: { pk: { S: 'O#1' } }, NewImage: { n: { N: '3' }, tags: { SS: ['red', 'blue'] } } },
}

test.each([
  [{}, true],
  [{ eventName: ['INSERT'] }, true],
  [{ eventName: ['MODIFY', 'INSERT'] }, true],
  [{ eventName: ['REMOVE'] }, false],
  [{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'O#' }] } } } }, true],
  [{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'T#' }] } } } }, false],
  [{ dynamodb: { Keys: { pk: { S: [{ prefix: 'T#' }, 'O#1'] } } } }, true],
  [{ dynamodb: { Keys: { pk: { N: [{ prefix: 'O#' }] } } } }, false],
  [{ dynamodb: { OldImage: { n: { N: ['3'] } } } }, false],
  [{ dynamodb: { NewImage: { n: { N: [{ exists: true }] } } } }, true],
  [{ dynamodb: { NewImage: { n: { N: [{ exists: false }] } } } }, false],
  [{ dynamodb: { OldImage: { n: { N: [{ exists: false }] } } } }, true],
  [{ dynamodb: { NewImage: { n: { N: [{ 'anything-but': '3' }] } } } }, false],
  [{ dynamodb: { NewImage: { n: { N: [{ 'anything-but': ['4', '5'] }] } } } }, true],
  [{ dynamodb: { OldImage: { n: { N: [{ 'anything-but': '3' }] } } } }, false],
  [{ dynamodb: { NewImage: { tags: { SS: ['blue'] } } } }, true],
  [{ dynamodb: { NewImage: { tags: { SS: ['green'] } } } }, false],
])('the pattern %j matches the record: %s', (pattern, expected) => {
  expect(patternOf(JSON.stringify(pattern))(record)).toBe(expected)
})

test.each([
  ['{"a":[{"numeric":[">",3]}]}', 'supports values, prefix, exists and anything-but'],
  ['{"a":[{"anything-but":{"prefix":"x"}}]}', 'supports values'],
  ['{"$or":[{"a":["x"]},{"b":["y"]}]}', 'supports values'],
  ['{"a":"x"}', 'is not an event pattern ("x" is neither an object nor a list)'],
  ['{', 'is not an event pattern'],
])('the pattern %s is refused', (pattern, words) => {
  expect(() => patternOf(pattern)).toThrow(words)
})
