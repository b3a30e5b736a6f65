import { Parser } from '@asyncapi/parser'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessPatternsPath } from '../../bin/generate/access-patterns.ts'
import { generatedFiles, pages, renderFile, renderPage } from '../../bin/docs.ts'

test.each(Object.keys(pages))('%s is up to date (npm run docs)', async (path) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(await renderPage(path))
})

test.each(Object.keys(generatedFiles))('%s is up to date (npm run docs)', async (path) => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
  expect(document).toBe(await renderFile(path))
})

test('the AsyncAPI document is valid, with no warning but that there is a newer version', async () => {
  const text = await generatedFiles['functions/asyncapi.json']!()
  const { document, diagnostics } = await new Parser().parse(text)
  // Modelina makes no models of a document of 3.1.
  expect(diagnostics.map(({ code }) => code)).toEqual(['asyncapi-latest-version'])
  expect(document?.version()).toBe('3.0.0')
  // Generators name their class by the title.
  expect(document?.info().title()).toMatch(/^[A-Za-z ]+$/)
})

test('every generated file is marked as generated, and no other file is', () => {
  const marked = readFileSync(new URL('../../.gitattributes', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => /^(\S+) linguist-generated$/.exec(line)?.[1] ?? [])
  const reference = [...Object.keys(pages), accessPatternsPath].filter((path) =>
    path.startsWith('docs/reference/'),
  )
  const measuredPages = ['docs/development/proof.md', 'docs/operations/bench.md']
  expect(marked.toSorted()).toEqual([...Object.keys(generatedFiles), ...reference, ...measuredPages].toSorted())
})
