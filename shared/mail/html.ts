/** The texts around the code. */
export interface Wording {
  /** English without one. */
  language?: string
  subject: string
  /** The purpose of the code, ending in a colon. */
  lead: string
  /** Its validity. */
  validity: string
  /** For recipients who did not request it. */
  unasked: string
}

const direction = (language: string) => (language === 'ar' ? 'rtl' : 'ltr')

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
  .code { background-color: #14171c !important; color: #ffffff !important; border-color: #4a5362 !important; }
  .small { color: #a3acba !important; }
}`

/**
 * The HTML part: one column of at most 600 px, in tables with inline styles, which old mail clients need, and
 * well-formed XML. It loads nothing. The preheader, which inboxes show after the subject, does not contain the
 * code, and the blanks behind it keep inboxes from showing the text that follows.
 */
export const html = (
  { language = 'en', subject, lead, validity, unasked }: Wording,
  code: string,
): string => `<!DOCTYPE html>
<html lang="${language}" dir="${direction(language)}" xmlns="http://www.w3.org/1999/xhtml">
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
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${escape(validity)}${'&#160;&#8204;'.repeat(90)}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#eef1f5;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;">
<tr><td class="name" style="padding:0 4px 12px;font:600 15px/20px ${sans};color:#1c2430;">Courier Logistics</td></tr>
<tr><td class="card" style="padding:32px;background-color:#ffffff;border:1px solid #d9dee6;border-radius:8px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="text" style="font:16px/24px ${sans};color:#1c2430;word-break:break-word;">${escape(lead)}</td></tr>
<tr><td style="padding:20px 0;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="code" align="center" style="padding:16px 8px;background-color:#f4f6f9;border:1px solid #c3cbd8;border-radius:6px;font:700 32px/40px ${mono};letter-spacing:4px;color:#0b1220;white-space:nowrap;">${escape(code)}</td></tr>
</table>
</td></tr>
<tr><td class="text" style="font:16px/24px ${sans};color:#1c2430;">${escape(validity)}</td></tr>
<tr><td class="small" style="padding-top:16px;font:14px/21px ${sans};color:#566173;word-break:break-word;">${escape(unasked)}</td></tr>
</table>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
