import { look, type Colours } from './palette.ts'

/** Escapes a text for HTML, also within an attribute. */
export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The direction of a language that the service speaks. */
export const directionOf = (language: string) => (language === 'ar' ? 'rtl' : 'ltr')

/** The fonts of texts, and of codes. */
export const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
export const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"

/** A row of one cell. */
export const row = (style: string, colours: Colours, content: string) =>
  `<tr><td${look(style, colours)}>${content}</td></tr>`
/** A table for layout. `attributes` begin with a space. */
export const table = (content: string, attributes = ' width="100%"') =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${attributes}>\n${content}\n</table>`
/** Opens outside of a frame, in which mail readers may show the letter. */
export const anchor = (href: string, label: string, attributes: string) =>
  `<a href="${escape(href)}" target="_blank"${attributes}>${escape(label)}</a>`

/** A text in its own direction: ids and phone numbers run from left to right in Arabic too. */
export const isolated = (text: string) => `<span dir="auto">${escape(text)}</span>`

/** An empty row, `height` pixels high. */
export const gap = (height: number) =>
  `<tr><td style="height:${height}px;font-size:0;line-height:0;">&#160;</td></tr>`
