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

/** Removes line breaks, with which a name could insert a false line, and direction marks. */
export const onOneLine = (written: string) =>
  written
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .trim()
