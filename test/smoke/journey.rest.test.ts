import { inject, expect, test } from 'vitest'
import { stepNames } from '../../shared/smoke/steps.ts'
import { smoke } from '../../shared/smoke/smoke.ts'
import { command, spoilingServer } from './smoke.fixture.ts'

test('a stage that works passes every step, at the URL of its edge', async () => {
  const { code, stdout } = await command('--url', `${inject('url')}/`)
  const [first, ...others] = stdout.trim().split('\n')
  expect(first).toBe('✓ DynamoDB allows transactions and queries of indexes')
  expect(others.slice(0, -1).map((line) => /^✓ (\w+) .* ms/.exec(line)?.[1])).toEqual(stepNames)
  expect(others.at(-1)).toMatch(new RegExp(`^${stepNames.length} passed in \\d+\\.\\d s$`))
  expect(code).toBe(0)
})

test('the API’s own address has no pages, which is no failure', async () => {
  // The API without the edge sends unknown paths to its default route, so does this server with the pages' paths.
  await using own = await spoilingServer((_, path) =>
    /^\/(track|console|docs)\b/.test(path) ? { path: '/no-page' } : undefined,
  )
  let text = ''
  const passed = await smoke({ url: own.url, json: true }, (line) => (text += line))
  const { steps, ...rest } = JSON.parse(text)
  expect({ passed, ...rest }).toMatchObject({ url: own.url, passed: true, conditions: { verdict: 'allowed' } })
  expect(steps.map(({ step }: any) => step)).toEqual(stepNames)
  expect(steps.filter(({ outcome }: any) => outcome !== 'passed')).toEqual([
    expect.objectContaining({
      step: 'pages',
      outcome: 'skipped',
      reason: 'the API’s own address has no pages',
    }),
  ])
})
