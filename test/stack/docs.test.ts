import { Parser } from '@asyncapi/parser'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { generatedFiles, pages, renderFile, renderPage } from '../../bin/docs.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test.each(Object.keys(pages))('%s says what the code says (npm run docs)', async (path) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(await renderPage(path))
})

test.each(Object.keys(generatedFiles))('%s says what the code says (npm run docs)', async (path) => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  expect(document).toBe(await renderFile(path))
})

test('the AsyncAPI document is one', async () => {
  const text = await generatedFiles['functions/asyncapi.json']!()
  const { document, diagnostics } = await new Parser().parse(text)
  expect(diagnostics.filter((one) => (one.severity as number) === 0)).toEqual([])
  expect(document?.version()).toBe('3.0.0')
})

test('the README’s story runs as it stands there', () => {
  const story = /## A parcel in seven lines\n+```sh\n(.*?)```/s.exec(readme)?.[1] ?? ''
  const here = story.replace('http://127.0.0.1:3000', inject('url'))
  const output = execFileSync('sh', ['-ec', here], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const [changed, followed] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(changed).toMatchObject({ status: 'IN_WAREHOUSE', weight: 2.5 })
  expect(followed).toMatchObject({ status: 'PREPARING', origin: 'Moscow (SVO)', destination: 'Tbilisi (TBS)' })
})
