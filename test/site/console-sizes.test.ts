import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { siteDir } from '../../lib/site/build.ts'
import { screenNames } from '../support/site/console.ts'

const built = join(siteDir, 'console')
const read = (file: string) => readFileSync(join(built, file), 'utf8')
const gzipped = (file: string) => gzipSync(read(file)).length
const files = readdirSync(built)
/** The file of a screen, whose name begins with that of its module. */
const fileOf = (screen: string) => files.filter((file) => new RegExp(`^${screen}-[A-Z0-9]+\\.js$`).test(file))
/** A script and all that it imports statically. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, imported = ''] of read(file).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.js)"/g))
    withImports(imported, found)
  return found
}
const entries = [...read('index.html').matchAll(/(?:src|href)="\/console\/([\w.-]+)"/g)].map(
  ([, file = '']) => file,
)
const scripts = entries.filter((file) => file.endsWith('.js'))
const shell = new Set(scripts.flatMap((file) => [...withImports(file)]))

test('the first view is at most 95 kB', () => {
  const [today = ''] = fileOf('today')
  const first = new Set([...entries, ...shell, ...withImports(today)])
  expect(
    [...first].filter((file) => /\.(css|svg)$/.test(file)),
    'styles and the icon',
  ).toHaveLength(2)
  const size = [...first].reduce((sum, file) => sum + gzipped(file), 0)
  expect(size).toBeGreaterThan(20_000)
  expect(size).toBeLessThan(95_000)
})

test('each screen is a file that is loaded when it is opened', () => {
  for (const name of screenNames) {
    const found = fileOf(name)
    expect(found, name).toHaveLength(1)
    expect(shell, name).not.toContain(found[0])
    expect(
      [...shell].some((file) => read(file).includes(`import("./${found[0]}")`)),
      name,
    ).toBe(true)
  }
})

test('the cities are a file of at most 120 kB, which is loaded after the form that suggests them', () => {
  const [screen = ''] = fileOf('shipments')
  const cities = [...withImports(screen)].flatMap((file) =>
    [...read(file).matchAll(/import\("\.\/(cities\.data-[A-Z0-9]+\.js)"\)/g)].map(([, name = '']) => name),
  )
  expect(cities).toHaveLength(1)
  expect(withImports(screen)).not.toContain(cities[0])
  expect(gzipped(cities[0] ?? '')).toBeLessThan(120_000)
})
