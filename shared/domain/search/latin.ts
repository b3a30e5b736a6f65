import { runInNewContext } from 'node:vm'
import type * as transliteration from 'transliteration'
import { readAsset } from '../../core/assets.ts'

/**
 * The library as one script, which its makers publish for pages. It is an asset, and not in the bundle, because it is large and
 * only words in other scripts need it.
 */
export const latinLibraryFile = 'node_modules/transliteration/dist/browser/bundle.umd.min.js'

type Library = Pick<typeof transliteration, 'transliterate'>
let loaded: Library | undefined
/** The script defines a global variable, here that of a context of its own. */
function library(): Library {
  if (loaded) return loaded
  const scope = {} as { transliteration: Library }
  runInNewContext(readAsset(latinLibraryFile).toString(), scope)
  return (loaded = scope.transliteration)
}

/**
 * Letters that passports write otherwise than the library. Sources: ICAO Doc 9303-3, section 6 (Cyrillic), the national system
 * of romanization of Georgia (2002), BGN/PCGN 1981 (Armenian).
 */
const passports: Readonly<Record<string, string>> = {
  ц: 'ts',
  х: 'kh',
  ხ: 'kh',
  ც: 'ts',
  წ: 'ts',
  ძ: 'dz',
  ღ: 'gh',
  ց: 'ts',
  ռ: 'r',
  ու: 'u',
  եւ: 'ev',
}
const differing = new RegExp(Object.keys(passports).join('|'), 'g')

/** Whether a word is in a script that writes consonants only. */
export const isAbjad = (word: string) => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word)

/**
 * A word of small letters without marks as it is usually spelled in Latin letters. The letters of a consonants-only script are
 * separated by `'`, since two of them are never one sound as in `sh`. Empty for a script that the library does not know.
 */
export function latinOf(word: string): string {
  if (/^[\0-\x7F]*$/.test(word)) return word
  const { transliterate } = library()
  if (isAbjad(word)) {
    // At the beginning, these are a y, and a vowel or the glottal stop before it. The two l of Allah are one sound.
    const spelled = word
      .replace(/^ي/, 'j')
      .replace(/^[اعءئؤ]/, 'a')
      .replaceAll('لل', 'ل')
    return Array.from(spelled, (letter) => asciiOf(transliterate(letter))).join("'")
  }
  // Armenian ո is "vo" at the beginning of a word.
  const spelled = word.replace(/^ո(?!ւ)/, 'vo').replaceAll(differing, (letter) => passports[letter] ?? letter)
  return asciiOf(transliterate(spelled))
}

const asciiOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
