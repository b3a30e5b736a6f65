import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import ts from 'typescript'

const root = resolve(import.meta.dirname, '../..')
const generated = ['shared/client/api-types.ts']
const sources = globSync('{bin,functions,lib,shared,site,test}/**/*.{ts,tsx,css}', { cwd: root }).filter(
  (file) => !/node_modules|\/dist\/|test\/bench\/peers/.test(file) && !generated.includes(file),
)
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

test('no import is circular', () => {
  const imports = (file: string) =>
    [...read(file).matchAll(/^(?:import|export) [^'"]*?from '(\.[^']+)'/gms)]
      .map(([, path = '']) => relative(root, resolve(root, dirname(file), path)))
      .filter((path) => sources.includes(path))
  const graph = new Map(sources.map((file) => [file, imports(file)]))
  const cycles: string[] = []
  const done = new Set<string>()
  function visit(file: string, path: readonly string[]): void {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of sources) visit(file, [])
  expect(cycles).toEqual([])
})

test('names use the field’s terms', () => {
  const unclear = /told|tell|somebody|nobody|whoever|happening|beside/i
  const found = sources
    .filter((file) => unclear.test(basename(file)))
    .concat(
      sources
        .filter((file) => /\.tsx?$/.test(file))
        .flatMap((file) =>
          identifiers(file)
            .filter((name) => unclear.test(name))
            .map((name) => `${file}: ${name}`),
        ),
    )
  expect(found).toEqual([])
})

/** The identifiers that a file declares or uses. */
function identifiers(file: string): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest))
  return [...found]
}
