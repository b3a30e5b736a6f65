import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { pages, root } from '../support/docs/pages.ts'

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each([...pages])('all links in %s have existing targets', (path, page) => {
  const links = [...page.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  )
  const broken = links.filter((link) => {
    if (link.startsWith('https:')) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(pages.get(target) ?? '').includes(anchor)
  })
  expect(broken).toEqual([])
})

test('every page can be reached from the README', () => {
  const reached = new Set(['README.md'])
  for (const path of reached)
    for (const [, link = ''] of (pages.get(path) ?? '').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      const target = normalize(join(dirname(path), link))
      for (const page of pages.keys()) if (page === target || dirname(page) === target) reached.add(page)
    }
  expect([...pages.keys()].filter((path) => !reached.has(path))).toEqual([])
})

test('pages that the code mentions exist', () => {
  const files = globSync('{bin,functions,lib,shared,site,test}/**/*.{ts,tsx,html}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const names = [
      ...text.matchAll(/\bdocs\/[\w/-]+\.md/g),
      ...text.matchAll(/\bdocs\/decisions\/\d+(?=\W)/g),
    ].map(([name]) => name)
    return names
      .filter((name) => globSync(`${name.replace(/(\d)$/, '$1-')}*`, { cwd: root }).length === 0)
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('npm scripts that pages mention exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = [...pages.values()].flatMap((page) =>
    [...page.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(start|test)\b)/g)].map(
      ([, script, own]) => script ?? own ?? '',
    ),
  )
  expect([...new Set(named)].filter((script) => !(script in scripts))).toEqual([])
})

test('tests that the threat model mentions exist', () => {
  const named = [...(pages.get('docs/security/threat-model.md') ?? '').matchAll(/`([a-z-]+(?:\/[a-z-]+)*)`/g)]
  const tests = named.map(([, name = '']) => name).filter((name) => name.includes('/') || name === 'site')
  expect(tests.length).toBeGreaterThan(20)
  const missing = tests.filter(
    (name) => !['', '.test.ts', '.rest.test.ts'].some((end) => existsSync(join(root, 'test', name + end))),
  )
  expect(missing).toEqual([])
})

test('log messages that the runbook searches for are written by the code', () => {
  const searched = [
    ...(pages.get('docs/operations/runbook.md') ?? '').matchAll(/message (?:= "|like \/)([^"/]+)/g),
  ]
  const files = globSync('{functions,shared}/**/*.ts', { cwd: root })
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const messages = searched
    .map(([, message = '']) => message)
    .filter((message) => !/Task timed out|ERROR/.test(message))
  expect(messages.length).toBeGreaterThan(3)
  expect(
    messages.filter((message) => !code.includes(`'${message}'`) && !code.includes(`: its ${message}'`)),
  ).toEqual([])
})
