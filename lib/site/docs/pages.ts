import { html, type Html } from './html.ts'
import { guide, guideNames } from './guides.ts'
import type { Article } from './markdown.ts'
import { overview } from './overview.ts'
import { reference, topics } from './reference.ts'

/** A page of the documentation. */
export interface Page extends Article {
  url: string
  /** The kind of page, which is a class of its body. */
  kind: 'overview' | 'guide' | 'reference'
}

/** Every page, in the order of their reading. */
export const pages = (): Page[] => {
  const guides = Object.values(guideNames).flatMap((leads) =>
    Object.entries(leads).map(([name, lead]): Page => ({
      ...guide(name, lead),
      url: `/docs/${name}`,
      kind: 'guide',
    })),
  )
  const references = topics.map((topic): Page => ({ ...reference(topic), url: topic.url, kind: 'reference' }))
  return [{ ...overview(guides), url: '/docs', kind: 'overview' }, ...guides, ...references]
}

/** The page of unknown paths. */
export const notFound: Page = {
  title: 'Page not found',
  lead: 'The documentation has no such page.',
  url: '/docs/not-found',
  kind: 'guide',
  sections: [],
  body: html`<p class="lead">
    The documentation has no such page. Search for what you need, or begin at the
    <a href="/docs">overview</a>.
  </p>`,
}

/** The links of the sidebar, with the page that is open. */
export function navigation(pages: readonly Page[], open: Page): Html {
  const link = (url: string, title: string | Html) =>
    html`<li><a href="${url}" ${url === open.url && html` aria-current="page"`}>${title}</a></li>`
  const titles = new Map(pages.map(({ url, title }) => [url, title]))
  return html`${Object.entries(guideNames).map(
      ([heading, guides]) =>
        html`<h2>${heading}</h2>
          <ul>
            ${Object.keys(guides).map((name) => link(`/docs/${name}`, titles.get(`/docs/${name}`) ?? name))}
          </ul>`,
    )}
    <h2>API reference</h2>
    <ul id="operations">
      ${topics.map(
        ({ name, url, operations }) =>
          html`<li>
            <details${url === open.url && html` open`}>
              <summary>${name}</summary>
              <ul>
                ${operations.map(({ id, method, summary }) =>
                  link(
                    `${url}#${id}`,
                    html`<span class="method ${method.toLowerCase()}">${shortMethod(method)}</span> ${summary}`,
                  ),
                )}
              </ul>
            </details>
          </li>`,
      )}
    </ul>`
}

/** A badge of at most four letters. */
const shortMethod = (method: string) => (method === 'DELETE' ? 'DEL' : method)

/** The headings of a guide, for the column next to it. */
export const contents = ({ kind, sections }: Page): Html =>
  html`${
    kind === 'guide' &&
    sections.length > 1 &&
    html`<h2>On this page</h2>
      <ul>
        ${sections
          .filter(({ depth }) => depth < 4)
          .map(({ id, title, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${title}</a></li>`)}
      </ul>`
  }`

/** The pages before and after one, at its end. */
export function neighbours(pages: readonly Page[], open: Page): Html {
  const at = pages.indexOf(open)
  const link = (page: Page | undefined, rel: string, label: string) =>
    page && html`<a rel="${rel}" href="${page.url}"><span>${label}</span> ${page.title}</a>`
  return html`${link(pages[at - 1], 'prev', 'Previous')} ${link(pages[at + 1], 'next', 'Next')}`
}
