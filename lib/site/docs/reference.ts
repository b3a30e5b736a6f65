import { document, operations, type Operation } from './document.ts'
import { html, plainText } from './html.ts'
import { anchorOf, inline, type Article } from './markdown.ts'
import { operationSection } from './operation.ts'

/** A page of the reference: the operations of a tag. */
export interface Topic {
  name: string
  url: string
  description: string
  operations: readonly Operation[]
}

export const topics: readonly Topic[] = document.tags.map(({ name, description }) => ({
  ...{ name, description, url: `/docs/api/${anchorOf(name)}` },
  operations: operations.filter(({ tag }) => tag === name),
}))

export const reference = ({ name, description, operations }: Topic): Article => ({
  title: name,
  lead: plainText(inline(description)),
  body: html`<p class="lead">${inline(description)}</p>
    ${operations.map(operationSection)}`,
  sections: operations.map(({ id, summary, method, path, description }) => ({
    ...{ id, title: summary, depth: 2 },
    text: `${method} ${path} ${id} ${plainText(inline(description))}`,
  })),
})
