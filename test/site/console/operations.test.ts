import { expect, test } from 'vitest'
import { pageCalls } from '../../../bin/generate/page-calls.ts'
import { routes } from '../../../functions/index.ts'

const keys = routes.map(({ key }) => key)

test('every call of a page is an operation of the API', () => {
  const calls = Object.values(pageCalls()).flat()
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter((call) => !keys.some((key) => call.test(key)))).toEqual([])
})
