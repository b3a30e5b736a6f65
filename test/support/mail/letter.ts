import { expect } from 'vitest'

/** A text of a letter, with entities resolved, and the attributes of the elements that it is in, outermost first. */
export interface LetterText {
  text: string
  inside: { name: string; attributes: Record<string, string> }[]
}

const tags = /<!DOCTYPE html>|<(\/?)([a-z][a-z0-9]*)((?: [a-z:-]+="[^"<&]*")*)( ?\/)?>|([^<]+)/g

/** The texts of a document in order; throws for tags that do not match. */
export function readLetter(document: string): LetterText[] {
  const open: LetterText['inside'] = []
  const texts: LetterText[] = []
  let end = 0
  for (const { 0: all, 1: closing, 2: name, 3: written, 4: empty, 5: text, index } of document.matchAll(tags)) {
    if (index !== end) throw new Error(`No markup: ${document.slice(end, index)}`)
    end = index + all.length
    if (text?.trim() && open.at(-1)?.name !== 'style') texts.push({ text: resolved(text), inside: [...open] })
    if (!name || empty) continue
    if (!closing) open.push({ name, attributes: attributesOf(written) })
    else if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`)
  }
  if (end !== document.length || open.length > 0) throw new Error(`Open at the end: ${open.length}`)
  return texts
}

const attributesOf = (written = '') =>
  Object.fromEntries(Array.from(written.matchAll(/ ([a-z:-]+)="([^"]*)"/g), ([, name, value]) => [name, value]))

function resolved(text: string): string {
  if (/&(?!#\d+;)/.test(text)) throw new Error(`& alone in ${text}`)
  return text.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)))
}

/** Each visible text of a letter with its colour and the one behind it, in light or in dark. */
function coloursOf(document: string, scheme: 'light' | 'dark') {
  const rules = new Map(
    Array.from(
      document.matchAll(/\.(\S+) \{ ([a-z-]+): (#\w+) !important; \}/g),
      ([, name, property, value]) => [name, `${property}:${value}`],
    ),
  )
  const isVisible = ({ text, inside }: LetterText) =>
    /[\p{L}\p{N}]/u.test(text) &&
    inside.some(({ name }) => name === 'body') &&
    !inside.some(({ attributes }) => attributes['style']?.includes('display:none'))
  return readLetter(document)
    .filter(isVisible)
    .map(({ text, inside }) => {
      const styles = inside.flatMap(({ attributes: { style = '', class: names = '' } }) => [
        ...style.split(';'),
        ...(scheme === 'dark' ? names.split(' ').map((name) => rules.get(name) ?? '') : []),
      ])
      const last = (property: string) =>
        styles.findLast((style) => style.startsWith(`${property}:`))?.slice(property.length + 1) ?? ''
      return { text, colour: last('color'), ground: last('background-color') }
    })
}

/** The contrast of two colours, `#rgb` or `#rrggbb`, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/\w/g, '$&$&') : colour
  if (!/^#[0-9a-f]{6}$/.test(digits)) throw new Error(`No colour: ${colour}`)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(digits.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Every visible text has a contrast of 4.5:1 or more (WCAG 2.2 AA), in light and in dark. */
export function expectContrast(document: string): void {
  for (const scheme of ['light', 'dark'] as const) {
    const texts = coloursOf(document, scheme)
    expect(texts.length).toBeGreaterThan(3)
    for (const { text, colour, ground } of texts)
      expect(contrastOf(colour, ground), `${text} in ${scheme}`).toBeGreaterThanOrEqual(4.5)
  }
}
