/** A part of an e-mail, on lines of its own. */
export type Block =
  | { text: string }
  /** So that a double click selects it. */
  | { code: string }
  | { link: string; label: string }
  /** What is less important; with a link, below it. */
  | { small: string; link?: string }

/** An e-mail’s content. */
export interface Letter {
  /** A BCP 47 tag. */
  language: string
  direction: 'ltr' | 'rtl'
  subject: string
  /** What inboxes show after the subject. */
  preview: string
  blocks: readonly Block[]
}

/** Escapes a text for HTML, also within an attribute. */
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** Clients that darken e-mails skip those that declare a dark style. */
const styles = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } .code { font-size: 28px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background-color: #14171c !important; }
  .card { background-color: #1f242c !important; border-color: #343b46 !important; }
  .name, .text { color: #e6e9ee !important; }
  .text a { color: #8ab4f8 !important; }
  .code { background-color: #14171c !important; color: #ffffff !important; border-color: #4a5362 !important; }
  .small, .small a { color: #a3acba !important; }
}`

const colour = { text: '#1c2430', small: '#566173' }
const link = (href: string, label: string, style: string) =>
  `<a href="${escape(href)}" style="${style}">${escape(label)}</a>`
const row = (style: string, kind: string, content: string) =>
  `<tr><td class="${kind}" style="${style}">${content}</td></tr>`

/** A block as a row of the card. */
function rowOf(block: Block): string {
  if ('code' in block)
    return `<tr><td style="padding:4px 0 20px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="code" align="center" style="padding:16px 8px;background-color:#f4f6f9;border:1px solid #c3cbd8;border-radius:6px;font:700 32px/40px ${mono};letter-spacing:4px;color:#0b1220;white-space:nowrap;">${escape(block.code)}</td></tr>
</table>
</td></tr>`
  if ('small' in block) {
    const stop =
      block.link === undefined ? escape(block.small) : link(block.link, block.small, `color:${colour.small};`)
    return row(`font:14px/21px ${sans};color:${colour.small};word-break:break-word;`, 'small', stop)
  }
  const content = 'label' in block ? link(block.link, block.label, 'color:#1f5fbf;') : escape(block.text)
  return row(
    `padding:0 0 16px;font:16px/24px ${sans};color:${colour.text};word-break:break-word;`,
    'text',
    content,
  )
}

/**
 * The HTML part: one column of at most 600 px, in tables with inline styles, which old mail clients need, and
 * well-formed XML. It loads nothing. The preview, which inboxes show after the subject, does not contain a code, and the
 * blanks behind it keep inboxes from showing the text that follows.
 */
export const html = ({ language, direction, subject, preview, blocks }: Letter, signature: string): string =>
  `<!DOCTYPE html>
<html lang="${language}" dir="${direction}" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
<title>${escape(subject)}</title>
<style>
${styles}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#eef1f5;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escape(preview)}${'&#160;&#8204;'.repeat(90)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#eef1f5;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td class="name" style="padding:0 4px 12px;font:600 15px/20px ${sans};color:${colour.text};">${escape(signature)}</td></tr>
<tr><td class="card" style="padding:32px;background-color:#ffffff;border:1px solid #d9dee6;border-radius:8px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${blocks.map(rowOf).join('\n')}
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
