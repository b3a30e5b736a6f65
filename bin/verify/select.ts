import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { importersOf, importsOf } from './imports.ts'

/** Why a test was selected, by its file. */
export type Selection = Map<string, string>

/**
 * The tests that changed files reach:
 * - of a changed test or of what it imports directly, itself;
 * - of code, the tests in the same folder of test/ whose imports reach it;
 * - of a route whose row reaches a changed file, the tests of its topic that call it, or else all that do;
 * - of a page's screen, the tests of the page that open it, and of a page's other files, all tests of the page;
 * - of documents, the tests of their links.
 * Tests of the HTTP API import every route by their helpers, so imports alone would select all of them.
 */
export function selectTests(changed: readonly string[]): Selection {
  const sources = globSync('{shared,functions,lib,bin,site}/**/*.{ts,tsx}')
  const tests = globSync('test/**/*.ts', { exclude: ['**/node_modules/**', 'test/bench/peers/**'] })
  const importers = importersOf(sources)
  const reached = new Set(changed.flatMap((file) => [...importers(file)]))
  const selection: Selection = new Map()
  const select = (file: string, reason: string) =>
    file.endsWith('.test.ts') && !selection.has(file) && selection.set(file, reason)

  const routes = [...reached]
    .filter((file) => file.startsWith('functions/http/'))
    .flatMap((file) => routesOf(file, reached, changed))
  const folders = foldersOf(changed)
  const links = changed.filter((file) => /^(docs\/|[A-Z]+\.md)/.test(file))
  for (const file of tests) {
    const imported = importsOf(file)
    // A fixture beside a test is a part of it.
    const parts = [file, ...imported.filter((one) => one.includes('.fixture.'))]
    const own = [...parts, ...imported].find((one) => changed.includes(one))
    if (own !== undefined) select(file, own === file ? 'changed' : `imports ${own}`)
    const used = parts
      .flatMap(importsOf)
      .find((one) => reached.has(one) && folders.some((folder) => file.startsWith(folder)))
    if (used !== undefined) select(file, `imports ${used}`)
    const text = parts.map(textOf).join('\n')
    for (const route of routes) if (route.pattern.test(text)) route.callers.push(file)
    const screen = changed
      .flatMap((one) => screenOf(one) ?? [])
      .find(({ folder, pattern }) => file.startsWith(folder) && pattern.test(text))
    if (screen) select(file, `opens ${screen.name}`)
    if (links.length > 0 && file === 'test/docs/links.test.ts') select(file, `of ${links[0] ?? ''}`)
  }
  for (const { key, topics, callers } of routes) {
    const ofTopic = callers.filter((file) => topics.some((topic) => file.startsWith(`test/api/${topic}/`)))
    for (const file of ofTopic.length > 0 ? ofTopic : callers) select(file, `calls ${key}`)
  }
  return selection
}

/** The folder of a file's tests: `shared/db/lock.ts` has test/db/, `lib/local/s3/xml.ts` test/local/s3/. */
const foldersOf = (changed: readonly string[]) =>
  changed.flatMap((file) => {
    const [room = '', ...path] = file.split('/')
    if (room === 'lib')
      return [
        `test/${path[0] === 'local' && path.length > 2 ? path.slice(0, 2).join('/') : path[0] === 'local' ? 'local' : 'stack'}/`,
      ]
    if (room === 'shared') return [`test/${path[0] ?? ''}/`]
    return room === 'site' ? [`test/site/${path[0] ?? ''}/`] : []
  })

/** The text of a test, with each `${...}` of a template as one word. */
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/\$\{[^}]*\}/g, '…')

interface Route {
  key: string
  /** Calls of the route in a test. */
  pattern: RegExp
  /** Folders of test/api: that of the row's group, and those of the changed files. */
  topics: string[]
  /** The tests that call it. */
  callers: string[]
}

/** The routes of a file of functions/http whose rows use something of a reached module; all if the file has changed. */
function routesOf(file: string, reached: ReadonlySet<string>, changed: readonly string[]): Route[] {
  const text = readFileSync(file, 'utf8')
  const names = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([statement, list = '']) =>
      importsIn(file, statement).some((module) => reached.has(module))
        ? list.split(',').map((name) => name.trim())
        : [],
  )
  const rows = text.split(/^ {2}(?=\w*[rR]oute\()/m).slice(1)
  return rows
    .filter((row) => changed.includes(file) || names.some((name) => new RegExp(`\\b${name}\\b`).test(row)))
    .flatMap((row) => /'([A-Z]+ [^']+)'/.exec(row)?.[1] ?? [])
    .map((key) => ({
      key,
      pattern: new RegExp(`${key.replace(/\{\w+\}/g, '[^/\\s?]+')}(?=[?'"\`\\s])`),
      topics: [basename(file, '.ts'), ...changed.map((one) => basename(dirname(one)))],
      callers: [],
    }))
}
const importsIn = (file: string, statement: string) =>
  importsOf(file).filter((path) => statement.includes(path.split('/').at(-1) ?? path))

/** The screen of a page that a file belongs to, or the page. */
function screenOf(file: string) {
  const [, page = '', screen] = /^site\/(console|work|track|docs)\/(?:screens\/([\w-]+))?/.exec(file) ?? []
  if (!page)
    return file.startsWith('site/') ? { name: 'pages', folder: 'test/site/', pattern: /journey/ } : undefined
  const folder = `test/site/${page}/`
  return screen === undefined
    ? { name: `/${page}`, folder, pattern: /./ }
    : { name: `/${page}/${screen}`, folder, pattern: new RegExp(`(?<!api/v1)(?:/|\`|')${screen}\\b`) }
}
