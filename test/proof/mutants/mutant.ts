import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One bug: in `file`, `from`, which stands there once, becomes `to`; some of `tests` must find it. */
export interface Mutant {
  file: string
  /** What is wrong then. */
  about: string
  from: string
  to: string
  tests: readonly string[]
  /** Words of those tests’ names, where others of the files take long. */
  by?: string
}

/** What is wrong with a row itself, if its code has moved on; `root` is the project’s directory. */
export function moved({ file, about, from }: Mutant, root: string): string | undefined {
  const times = readFileSync(join(root, file), 'utf8').split(from).length - 1
  if (times === 1) return undefined
  return `${file}: ${about}: “${from}” stands there ${times} times; write its row anew (test/proof/mutants)`
}
