import { anchor, escape, isolated, mono, row, sans, table } from './markup.ts'
import { look, type Colour } from './palette.ts'

/** A term and its value, which may be an identifier, a phone number to call, or stand in the text part alone. */
export type Fact = readonly [term: string, value: string, kind?: 'id' | 'phone' | 'text' | undefined]

/** A part of an e-mail, on lines of its own. */
export type Block =
  | { text: string }
  /** So that a double click selects it. */
  | { code: string }
  /** A letter has at most one. */
  | { link: string; label: string }
  | { facts: readonly Fact[] }
  /** Less important text, in the footer; with a link, below it. */
  | { small: string; link?: string }

/** A block as a row of the card, or of the footer. */
export function rowOf(block: Block): string {
  if ('code' in block)
    return row(
      `padding:20px 8px;border-radius:10px;font:700 ${codeSize(block.code)}/40px ${mono};text-align:center;white-space:nowrap;`,
      { color: 'ink', 'background-color': 'sunken' },
      `<span dir="ltr" style="letter-spacing:0.15em;">${escape(block.code)}</span>`,
    )
  if ('facts' in block)
    return row(
      '',
      {},
      table(
        block.facts
          .filter(([, , kind]) => kind !== 'text')
          .map(factRow)
          .join('\n'),
      ),
    )
  if ('small' in block) {
    const colours = { color: 'soft' } as const
    const { small, link: href } = block
    const content = href === undefined ? escape(small) : anchor(href, small, look('', colours))
    return row(`padding:0 4px 6px;font:13px/20px ${sans};word-break:break-word;`, colours, content)
  }
  if ('label' in block) {
    // The cell has the colour too, for clients that give links no padding.
    const label = anchor(
      block.link,
      block.label,
      look(
        `display:inline-block;padding:13px 24px;font:600 16px/22px ${sans};text-decoration:none;border-radius:8px;`,
        { color: 'on-accent', 'background-color': 'accent' },
      ),
    )
    return row('', {}, table(row('border-radius:8px;', { 'background-color': 'accent' }, label), ''))
  }
  return row(`font:16px/25px ${sans};word-break:break-word;`, { color: 'ink' }, escape(block.text))
}

/** Sixteen letters fit a phone too. */
const codeSize = (code: string) => (code.length > 8 ? '20px' : '34px')

const aligned = 'vertical-align:top;word-break:break-word;'

function factRow([term, value, kind]: Fact, n: number): string {
  const rule = n === 0 ? '' : 'border-top:1px solid;'
  const cell = (style: string, color: Colour, content: string) =>
    `<td${look(`${rule}${aligned}${style} ${sans};`, { color, ...(rule && { 'border-color': 'line' as const }) })}>${content}</td>`
  const name = cell('padding:7px 0;width:32%;font:14px/22px', 'soft', escape(term))
  const content = kind === 'phone' ? phoneLink(value) : isolated(value)
  return `<tr>${name}${cell('padding:7px 8px;font:500 15px/22px', 'ink', content)}</tr>`
}

const phoneLink = (phone: string) =>
  anchor(`tel:${phone.replace(/[^+\d]/g, '')}`, phone, ` dir="auto"${look('', { color: 'accent' })}`)
