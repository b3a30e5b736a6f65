import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A name as people write it in their language, and as they usually spell it in Latin letters. */
export interface Spelling {
  language: 'ru' | 'uk' | 'ka' | 'hy' | 'ar'
  latin: string
  own: string
}

/**
 * Given and family names of five languages, with the sources of their spellings. They were written down from these sources by hand,
 * not by a transliteration.
 */
export function spellings(): Spelling[] {
  const lines = readFileSync(join(import.meta.dirname, 'spellings.txt'), 'utf8')
    .trim()
    .split('\n')
  let language: Spelling['language'] = 'ru'
  return lines.flatMap((line) => {
    if (line.startsWith('#')) {
      language = line.slice(2, 4) as Spelling['language']
      return []
    }
    return line.split(', ').map((entry) => {
      const [, latin = '', own = ''] = /^(\S+) (.+)$/.exec(entry) ?? []
      return { language, latin, own }
    })
  })
}
