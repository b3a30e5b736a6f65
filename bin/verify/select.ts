import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { importersOf, importsOf } from './imports.ts'

/** Why a test was selected, by its file. */
export type Selection = Map<string, string>

/** The part that a changed file belongs to: a route of the API, a screen or a page. */
interface Target {
  name: string
  /** How tests use it. */
  pattern: RegExp
  /** Folders of the tests that are about it. Others use it, too, to reach the state that they are about. */
  folders: readonly string[]
}

/**
 * The tests that changed files reach:
 * - of a test or what it imports directly, the test;
 * - of code, the tests of the same folder whose imports reach it;
 * - of a route whose row reaches the code, and of a screen, the tests about it, or else all that use it;
 * - of documents, the tests of their links.
 * Tests of the HTTP API import every route by their helpers, so imports alone would select all of them.
 */
export function selectTests(changed: readonly string[]): Selection {
  const importers = importersOf(globSync('{shared,functions,lib,bin,site}/**/*.{ts,tsx}'))
  const reached = new Set(changed.flatMap((file) => [...importers(file)]))
  const folders = foldersOf(changed)
  const tests = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**', 'test/bench/peers/**'] })
  const selection: Selection = new Map()
  const texts = new Map<string, string>()
  for (const file of tests) {
    // A fixture beside a test is a part of it.
    const parts = [file, ...importsOf(file).filter((one) => one.includes('.fixture.'))]
    texts.set(file, parts.map(textOf).join('\n'))
    const imported = parts.flatMap(importsOf)
    const own = [...parts, ...imported].find((one) => changed.includes(one))
    const near = folders.some((folder) => file.startsWith(folder)) && imported.find((one) => reached.has(one))
    if (own !== undefined) selection.set(file, own === file ? 'changed' : `imports ${own}`)
    else if (near) selection.set(file, `imports ${near}`)
  }
  for (const { name, pattern, folders } of [...routesOf(reached, changed), ...changed.flatMap(screensOf)]) {
    const users = tests.filter((file) => pattern.test(texts.get(file) ?? ''))
    const about = users.filter((file) => folders.some((folder) => file.startsWith(folder)))
    const found = about.length > 0 ? about : users
    const quick = found.filter((file) => !file.endsWith('.rest.test.ts'))
    for (const file of quick.length > 0 ? quick : found)
      if (!selection.has(file)) selection.set(file, `uses ${name}`)
  }
  const document = changed.find((file) => /^(docs\/|[A-Z]+\.md)/.test(file))
  if (document !== undefined) selection.set('test/docs/links.test.ts', `of ${document}`)
  return selection
}

/** The folders of the tests of files: `shared/db/lock.ts` has test/db/, `lib/local/s3/xml.ts` test/local/s3/. */
const foldersOf = (changed: readonly string[]) =>
  changed.flatMap((file) => {
    const [room = '', folder = '', ...path] = file.split('/')
    if (room === 'shared') return [`test/${folder}/`]
    if (room !== 'lib') return []
    return [folder === 'local' ? ['test/local', ...path.slice(0, -1), ''].join('/') : 'test/stack/']
  })

/** The text of a test, with each `${...}` of a template as one word. */
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/\$\{[^}]*\}/g, '…')

/** The routes whose rows use something of a reached module, and all of a changed file of functions/http. */
function routesOf(reached: ReadonlySet<string>, changed: readonly string[]): Target[] {
  const groups = [...reached].filter((file) => file.startsWith('functions/http/'))
  const nouns = changed.map((file) => basename(dirname(file)))
  return groups.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const names = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)]
      .filter(([, , path = '']) => reached.has(join(dirname(file), path)))
      .flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
      .filter(Boolean)
    const rows = text.split(/^ {2}(?=\w*[rR]oute\()/m).slice(1)
    return rows
      .filter((row) => changed.includes(file) || names.some((name) => new RegExp(`\\b${name}\\b`).test(row)))
      .flatMap((row) => /'([A-Z]+ [^']+)'/.exec(row)?.[1] ?? [])
      .map((key) => ({
        name: key,
        pattern: new RegExp(`${key.replace(/\{\w+\}/g, '[^/\\s?]+')}(?=[?'"\`\\s])`),
        folders: [basename(file, '.ts'), ...nouns].map((noun) => `test/api/${noun}/`),
      }))
  })
}

/** The screen that a page's file belongs to, or the page. */
function screensOf(file: string): Target[] {
  const [, page, screen] = /^site\/(\w+)\/(?:(?:screens|tasks)\/([\w-]+))?/.exec(file) ?? []
  if (page === undefined) return []
  if (screen === undefined)
    return [{ name: `/${page}`, pattern: new RegExp(`/${page}\\b`), folders: [`test/site/${page}/`] }]
  const folders = [`test/site/${page}/screens/`, `test/site/${page}/tasks/`]
  return [{ name: `/${page}/${screen}`, pattern: new RegExp(`(?<!api/v1)[/\`']${screen}\\b`), folders }]
}
