import type { Block } from './blocks.ts'
import { html, type Letter } from './html.ts'

/** The paragraphs of a block: its texts and links, each on its own line. */
const paragraphsOf = (block: Block): string[] => {
  if ('code' in block) return [block.code]
  if ('label' in block) return [`${block.label}:\n${block.link}`]
  if ('facts' in block) return block.facts.map(([term, value]) => `${term}: ${value}`)
  return 'text' in block ? [block.text] : [[block.small, block.link ?? []].flat().join('\n')]
}

const signature = 'Courier Logistics'

/** An e-mail as it is sent: its parts as text and as HTML. */
export const partsOf = (letter: Letter): { subject: string; text: string; html: string } => ({
  subject: letter.subject,
  text: [...letter.blocks.flatMap(paragraphsOf), `-- \n${signature}`].join('\n\n') + '\n',
  html: html(letter, signature),
})

/** Ideographic and full-width forms count as dots in addresses (UTS #46). */
const dots = '.\\u3002\\uFF0E\\uFF61'
const linked = [
  // A scheme, and a dot or an @ between letters, as in `example.com`: mail programs turn them into links.
  [/:\/\//g, ' '],
  [new RegExp(`(?<=[\\p{L}\\p{N}-])[${dots}@](?=[\\p{L}\\p{N}])`, 'gu'), ' '],
  // A number that someone could call: an international one of seven digits, or any of nine.
  [/(?:\+|\b00)\p{Nd}(?:[ \t().-]{0,2}\p{Nd}){6,}|\p{Nd}(?:[ \t().-]{0,2}\p{Nd}){8,}/gu, '…'],
] as const

/** A free text of a company on one line, without anything that a reader could open or call. */
export const inertText = (written: string): string =>
  linked.reduce((text, [pattern, instead]) => text.replace(pattern, instead), onOneLine(written))

/** Removes line breaks, with which a name could insert a false line, and direction marks. */
export const onOneLine = (written: string) =>
  written
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
