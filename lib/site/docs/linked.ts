import { feedTypeNames } from '../../../shared/domain/events/record.ts'
import { operations } from './document.ts'
import { Html } from './html.ts'
import { anchorOf } from './markdown.ts'

/** Where a name leads: an operation, or a type of event. */
const targets = new Map([
  ...operations.map(({ id, tag }) => [id, `/docs/api/${anchorOf(tag)}#${id}`] as const),
  ...feedTypeNames.map((name) => [name, `/docs/event-types#${anchorOf(name)}`] as const),
])

/** HTML in which names of operations and events, as code, are links. */
export const linked = ({ text }: Html): Html =>
  new Html(
    text.replace(/<code>([\w.]+)<\/code>/g, (code, name: string) => {
      const target = targets.get(name)
      return target === undefined ? code : `<a href="${target}">${code}</a>`
    }),
  )
