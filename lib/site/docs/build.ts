import { collectionFile } from './collection.ts'
import { hashedName } from '../hashed-name.ts'
import { html, type Html } from './html.ts'
import { contents, navigation, neighbours, notFound, pages, type Page } from './pages.ts'

/**
 * The files of the documentation by path below `/docs`: a page for each guide and for each tag of the API, and the search
 * index, and a collection for Postman. `template` is the page's index.html, with its scripts and styles linked.
 */
export function docsFiles(template: string): Map<string, string> {
  const all = pages()
  const index = JSON.stringify(searchIndex(all))
  const search = hashedName('search.json', index)
  const files = [...all, notFound].map((page): [string, string] => {
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
  return new Map([...files, [search, index], [collectionFile.name, collectionFile.text]])
}

/** The entries of the page's search: pages, and the sections of each. */
const searchIndex = (pages: readonly Page[]) =>
  pages.flatMap(({ url, title, lead, kind, sections }) => [
    { url, title, text: lead, page: kind === 'reference' ? 'API' : 'Guide' },
    ...sections.map((section) => ({
      url: `${url}#${section.id}`,
      title: section.title,
      page: title,
      text: section.text.slice(0, 1500),
    })),
  ])
