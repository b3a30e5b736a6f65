/** A bug: in `file`, the only occurrence of `from` is replaced by `to`. At least one of `tests` must fail. */
export interface Mutant {
  file: string
  /** The wrong behaviour. */
  about: string
  /** The code to replace. It is found by its structure even if identifiers were renamed. */
  from: string
  to: string
  tests: readonly string[]
  /** Words in the names of the tests to run, if the other tests of the files are slow. */
  by?: string
}

/** A string, a number, a word, white space, or any other character. */
const token = /'[^'\n]*'|"[^"\n]*"|\d[\w.]*|[A-Za-z_$][\w$]*|\s+|[^]/g
export const tokensOf = (code: string): readonly string[] => code.match(token) ?? []
const keyword =
  /^(async|await|break|case|catch|const|continue|else|export|extends|false|for|function|if|import|in|instanceof|let|new|null|of|return|satisfies|this|throw|true|try|type|typeof|undefined|void|while|as)$/
/** Whether a token is an identifier. */
export const isName = (text: string) => /^[A-Za-z_$]/.test(text) && !keyword.test(text)
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A pattern that matches code with the same structure. Its groups capture the identifiers in the order of `names`. */
function structureOf(code: string): { pattern: RegExp; names: string[] } {
  const names: string[] = []
  const parts = tokensOf(code).map((text) => {
    if (/^\s/.test(text)) return text.includes('\n') ? '\\s+' : ' +'
    if (!isName(text)) return escaped(text)
    const known = names.indexOf(text)
    if (known >= 0) return `\\${known + 1}(?![\\w$])`
    names.push(text)
    return '(?<![\\w$])([A-Za-z_$][\\w$]*)(?![\\w$])'
  })
  return { pattern: new RegExp(parts.join(''), 'g'), names }
}

/** The source with the bug, or a message if the code does not occur exactly once, with the same or other identifiers. */
export function mutate(
  source: string,
  { file, about, from, to }: Mutant,
): { mutated?: string; fault?: string } {
  const copies = source.split(from).length - 1
  if (copies === 1) return { mutated: source.replace(from, () => to) }
  const { pattern, names } = structureOf(from)
  const [match, another] = source.matchAll(pattern)
  if (copies > 0 || !match || another)
    return {
      fault: `${file}: ${about}: “${from}” does not occur exactly once. Update its row in test/proof/mutants.`,
    }
  const renamed = (text: string) => match[names.indexOf(text) + 1] ?? text
  const bug = tokensOf(to).map((text) => (isName(text) && names.includes(text) ? renamed(text) : text))
  return { mutated: source.slice(0, match.index) + bug.join('') + source.slice(match.index + match[0].length) }
}
