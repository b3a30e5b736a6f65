import { rowOf, type Block } from './blocks.ts'
import { initialOf } from '../core/initial.ts'
import { escape, gap, isolated, row, sans, table } from './markup.ts'
import { darkRules, look, type Colour } from './palette.ts'

/** An e-mail’s content. */
export interface Letter {
  /** A BCP 47 tag. */
  language: string
  direction: 'ltr' | 'rtl'
  subject: string
  /** The subject, if it is not another. */
  headline?: string
  /** The preview text that inboxes show after the subject. */
  preview: string
  /** The company that writes, by its own name; without one, the service does. */
  company?: string
  /** How far a parcel is: the number of steps that are done, of how many, and the colour of its status. */
  progress?: { done: number; steps: number; colour: Colour }
  blocks: readonly Block[]
}

/** The steps of a parcel as a bar, in the colour of its status, which the headline names. */
function bar({ done, steps, colour }: NonNullable<Letter['progress']>): string {
  const step = (_: unknown, n: number) =>
    `<td${look(`${thin}height:6px;border-radius:3px;`, { 'background-color': n < done ? colour : 'line' })}>&#160;</td>`
  const cells = Array.from({ length: steps }, step).join(`<td width="4" style="${thin}">&#160;</td>`)
  return row('', {}, table(`<tr>${cells}</tr>`))
}
const thin = 'font-size:0;line-height:0;'

/** The writer’s initial on the accent, and the name. */
function header(name: string): string {
  const tile = look(`width:32px;height:32px;border-radius:8px;font:700 16px/32px ${sans};text-align:center;`, {
    color: 'on-accent',
    'background-color': 'accent',
  })
  const text = look(`padding:0 10px;font:600 16px/22px ${sans};word-break:break-word;`, { color: 'ink' })
  return table(`<tr><td${tile}>${escape(initialOf(name))}</td><td${text}>${isolated(name)}</td></tr>`, '')
}

/**
 * The HTML part: one column of at most 560 px, in tables with inline styles, which old mail clients need, and
 * well-formed XML. It loads nothing. The preview, which inboxes show after the subject, does not contain a code, and the
 * blanks behind it keep inboxes from showing the text that follows. Clients that darken e-mails skip those that declare a
 * dark style.
 */
export function html(letter: Letter, signature: string): string {
  const { language, direction, subject, headline = subject, preview, company, progress, blocks } = letter
  const small = blocks.filter((block) => 'small' in block)
  const main = blocks.filter((block) => !('small' in block))
  const title = `<h1 style="margin:0;font:700 26px/33px ${sans};">${escape(headline)}</h1>`
  const rows = [
    ...(progress ? [bar(progress)] : []),
    row('', { color: progress?.colour ?? 'ink' }, title),
    ...main.map(rowOf),
  ]
  const start = direction === 'rtl' ? 'right' : 'left'
  const ground = look('margin:0;padding:0;', { 'background-color': 'ground' })
  const card = look(
    'padding:32px;border:1px solid;border-radius:14px;',
    { 'background-color': 'card', 'border-color': 'line' },
    'card',
  )
  const column = table(
    `<tr><td style="padding:0 4px 16px;">${header(company || signature)}</td></tr>
<tr><td${card}>${table(rows.join(`\n${gap(20)}\n`))}</td></tr>
${gap(20)}
${[...small, { small: signature }].map(rowOf).join('\n')}`,
    ` lang="${language}" dir="${direction}" width="100%" style="max-width:560px;text-align:${start};"`,
  )
  const body = `<body${ground}>
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escape(preview)}${'&#160;&#8204;'.repeat(90)}</div>
${table(`<tr><td align="center" style="padding:32px 12px;">${column}</td></tr>`, ` width="100%"${ground}`)}
</body>`
  return `<!DOCTYPE html>
<html lang="${language}" dir="${direction}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
<title>${escape(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
${darkRules(body)}
}
</style>
</head>
${body}
</html>
`
}
