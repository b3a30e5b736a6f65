/** HTML that is inserted as it is; other values are escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Value = Html | string | number | false | undefined | readonly Value[]

/** A template of HTML. Strings are escaped, lists are joined, and `false` and `undefined` insert nothing. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(textOf)))

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (value === undefined || value === false) return ''
  return typeof value === 'object' ? value.map(textOf).join('') : escape(`${value}`)
}

/** The text of HTML, without tags. */
export const plainText = ({ text }: Html): string =>
  // From the last entity to `&amp;`, which may stand before the name of another.
  Object.entries(entities).reduceRight(
    (plain, [character, entity]) => plain.replaceAll(entity, character),
    text
      .replace(/<[^>]*>/g, '')
      .replaceAll('&#x27;', "'")
      .replace(/\s+/g, ' ')
      .trim(),
  )

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
