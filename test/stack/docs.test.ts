import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderReadme } from '../../bin/docs.ts'

test('the README says what the code says (npm run docs)', async () => {
  expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toBe(await renderReadme())
})
