export const escaped = (text: string) => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** A value, or the elements inside it by name; an array repeats its element, and undefined omits it. */
export type Content = string | number | boolean | undefined | { [name: string]: Content | Content[] }

/** An XML document or element. Names are not escaped. */
export function toXml(name: string, content: Content | Content[]): string {
  if (Array.isArray(content)) return content.map((one) => toXml(name, one)).join('')
  if (content === undefined) return ''
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([child, value]) => toXml(child, value))
          .join('')
      : escaped(String(content))
  return `<${name}>${inner}</${name}>`
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The texts of all elements of this name. Enough for the documents that the SDKs send: no CDATA, no comments. */
export const elementsOf = (document: string, name: string): string[] =>
  Array.from(document.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), ([, text = '']) => text)

export const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
    decimal || hex
      ? String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex ?? '', 16))
      : (entities[name ?? ''] ?? whole),
  )
