import { createHash } from 'node:crypto'
import { collection } from './collection.ts'
import { html, type Html } from './html.ts'
import { contents, navigation, neighbours, pages, type Page } from './pages.ts'

/**
 * The files of the documentation by path below `/docs`: a page for each guide and for each tag of the API, and the search
 * index, and a collection for Postman. `template` is the page's index.html, with its scripts and styles linked.
 */
export function docsFiles(template: string): Map<string, string> {
  const all = pages()
  const index = JSON.stringify(searchIndex(all))
  const hash = createHash('sha256').update(index).digest('hex').slice(0, 8).toUpperCase()
  const search = `search-${hash}.json`
  const files = all.map((page): [string, string] => {
    const parts: Record<string, Html> = {
      title: html`${page.title}`,
      description: html`${page.lead}`,
      kind: html`${page.kind}`,
      search: html`/docs/${search}`,
      navigation: navigation(all, page),
      content: html`<h1>${page.title}</h1>
        ${page.body}`,
      contents: contents(page),
      neighbours: neighbours(all, page),
    }
    const path = `${page.url}/index.html`.slice('/docs/'.length)
    return [path, template.replace(/%(\w+)%/g, (_, name: string) => parts[name]?.text ?? '')]
  })
  return new Map([...files, [search, index], ['postman.json', JSON.stringify(collection(), undefined, 2)]])
}

/** What the search of the page finds: pages, and the sections of each. */
const searchIndex = (pages: readonly Page[]) =>
  pages.flatMap(({ url, title, lead, kind, sections }) => [
    { url, title, text: lead, page: kind === 'guide' ? 'Guide' : 'API' },
    ...sections.map((section) => ({
      ...{ url: `${url}#${section.id}`, title: section.title, page: title },
      text: section.text.slice(0, 600),
    })),
  ])
