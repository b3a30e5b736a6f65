import { Marked } from 'marked'
import { posix } from 'node:path'
import { stateDiagram } from './diagram.ts'
import { html, Html, plainText } from './html.ts'

/** A heading of a page, and the text below it up to the next heading, for search. */
interface Section {
  id: string
  title: string
  depth: number
  text: string
}
export interface Article {
  title: string
  /** Its summary, in a sentence. */
  lead: string
  body: Html
  sections: Section[]
}

/** A reference to a decision, which only the repository has. */
const toDecision = /\s\(\[decision \d+\]\([^)]*\)\)/g

/**
 * A Markdown file as HTML, without its title. `path` is the file's path in the repository. Links to pages of `urls` (by
 * path) lead there; others to files of the repository become text.
 */
export function article(path: string, text: string, urls: ReadonlyMap<string, string>): Omit<Article, 'lead'> {
  const sections: Section[] = []
  let title = ''
  const marked = new Marked({
    renderer: {
      code: ({ text, lang }) =>
        (lang === 'mermaid' ? stateDiagram(text) : code(text, lang?.split(' ')[0])).text,
      heading({ tokens, depth }) {
        const content = this.parser.parseInline(tokens)
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer)
        if (depth === 1) {
          title = plain
          return ''
        }
        const id = anchorOf(plain)
        sections.push({ id, title: plain, depth, text: '' })
        return html`<h${depth} id="${id}"><a href="#${id}">${new Html(content)}</a></h${depth}>`.text
      },
      link({ href, tokens }) {
        const content = new Html(this.parser.parseInline(tokens))
        const url = urlOf(href, path, urls)
        return (url === undefined ? content : html`<a href="${url}">${content}</a>`).text
      },
      table(token) {
        // A table wider than a phone scrolls by itself, also by keyboard.
        const rendered = new Marked({ renderer: { link: this.link.bind(this) } }).parser([token])
        return html`<div class="table" tabindex="0" role="region" aria-label="Table">
          ${new Html(rendered)}
        </div>`.text
      },
    },
  })
  const body = new Html(marked.parse(text.replace(toDecision, ''), { async: false }))
  return { title, body, sections: withTexts(sections, body) }
}

/** Inline Markdown, such as a description of the OpenAPI document. */
export const inline = (text: string): Html => new Html(new Marked().parseInline(text, { async: false }))

/** A highlighted block of code. */
export function code(text: string, language = 'text'): Html {
  const highlighted = highlight(text, language)
  const content = highlighted === undefined ? text : new Html(highlighted)
  return html`<pre tabindex="0"><code>${content}</code></pre>`
}

function urlOf(href: string, path: string, urls: ReadonlyMap<string, string>): string | undefined {
  if (/^https?:|^#/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const url = urls.get(posix.join(posix.dirname(path), file))
  return url !== undefined && anchor !== undefined ? `${url.replace(/#.*/, '')}#${anchor}` : url
}

/** The anchor that GitHub generates for a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Adds to each heading the text below it. */
function withTexts(sections: Section[], { text }: Html): Section[] {
  const [, ...texts] = text.split(/<h[2-6] .*?<\/h[2-6]>/s)
  return sections.map((section, index) => ({ ...section, text: plainText(new Html(texts[index] ?? '')) }))
}

interface Highlighter {
  getLanguage(name: string): object | undefined
  highlight(text: string, options: { language: string }): { value: string }
}
// Not a literal, since the types of highlight.js would add those of browsers to the whole project.
const name: string = 'highlight.js'
const { default: highlighter } = (await import(name)) as { default: Highlighter }

/** Code as HTML with the classes of highlight.js; undefined for a language that it does not know. */
const highlight = (text: string, language: string): string | undefined =>
  highlighter.getLanguage(language) && highlighter.highlight(text, { language }).value
