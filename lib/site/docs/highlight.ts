interface Highlighter {
  getLanguage(name: string): object | undefined
  highlight(text: string, options: { language: string }): { value: string }
}
// Not a literal, since the types of highlight.js would add those of browsers to the whole project.
const name: string = 'highlight.js'
const { default: highlighter } = (await import(name)) as { default: Highlighter }

/** Code as HTML with the classes of highlight.js; undefined for a language that it does not know. */
export const highlight = (text: string, language: string): string | undefined =>
  highlighter.getLanguage(language) && highlighter.highlight(text, { language }).value
