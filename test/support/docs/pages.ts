import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..', '..')

/** The Markdown pages of the repository, by path. */
export const pages: ReadonlyMap<string, string> = new Map(
  globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ]),
)

/** A fenced block of a page. */
export interface Block {
  /** The page and the line on which the block begins. */
  place: string
  language: string
  /** Why it cannot run in a test: the info string is `<language> no-run — <reason>`. */
  reason?: string
  text: string
}

/** The fenced blocks of a page. Throws an Error for a block without a language or with an invalid info string. */
export function blocksOf(path: string): Block[] {
  const page = pages.get(path) ?? ''
  return [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(({ 1: info = '', 2: text = '', index }) => {
    const place = `${path}:${page.slice(0, index).split('\n').length}`
    const [, language = '', reason] = /^([a-z]+)(?: no-run — (\S.+))?$/.exec(info) ?? []
    if (language === '')
      throw new Error(
        `${place} begins with \`\`\`${info}: write a language, or "<language> no-run — <reason>".`,
      )
    return { place, language, ...(reason !== undefined && { reason }), text }
  })
}
