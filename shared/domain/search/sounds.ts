/**
 * Sounds of words that are spelled in Latin letters. Spellings of one name, such as Yury, Yuri and Iurii, Alexander and Aleksandr,
 * Oleh and Oleg, sound alike. Each sound is one letter: h for g, h, kh and x (ks), c for ch, w for sh, z for z, zh and dz, s for s
 * and ts, i for e, i, y and j, u for o and u.
 */
const consonants = new Map(
  [
    ['w', 'shch sch sh'],
    ['c', 'tsch tch ch'],
    ['j', 'dzh dj'],
    ['z', 'dz zh'],
    ['s', 'ts tz'],
    ['h', 'ks x kh gh g'],
    ['t', 'th'],
    ['d', 'dh'],
    ['f', 'ph'],
    ['k', 'ck q'],
    ['v', 'w'],
  ].flatMap(([sound = '', spellings = '']) => spellings.split(' ').map((one) => [one, sound] as const)),
)
const vowel = '[aeiouy]'
/** An initial i or y before a vowel, a j after one, endings, consonants, and vowels, which are one sound together. */
const spelling = new RegExp(
  [
    '(?<glide>^[iy](?=[aou]))',
    `(?<after>(?<=${vowel})j(?!${vowel}))`,
    // Alexander is Aleksandr.
    `(?<ending>(?<!${vowel})er$)`,
    `(?<consonant>${[...consonants.keys()].join('|')})`,
    '(?<soft>c(?=[eiy]))|(?<hard>c)|(?<final>f+$)',
    `(?<vowels>${vowel}+)`,
  ].join('|'),
  'g',
)

function soundOfMatch(...match: unknown[]): string {
  const { glide, ending, consonant, soft, hard, final, vowels } = match.at(-1) as Record<
    string,
    string | undefined
  >
  if (glide) return 'j'
  if (ending) return 'r'
  if (consonant) return consonants.get(consonant) ?? ''
  if (soft) return 's'
  if (hard) return 'k'
  if (final) return 'v'
  if (!vowels) return ''
  if (vowels.startsWith('io')) return 'iu'
  if (vowels.startsWith('a')) return 'a'
  return /^[ou]/.test(vowels) ? 'u' : 'i'
}

/** The sounds of a word in small Latin letters and digits, with an apostrophe between letters that are no one sound. */
export const soundsOf = (latin: string): string =>
  latin
    .replaceAll(spelling, soundOfMatch)
    .replaceAll(/([a-z])\1+/g, '$1')
    .replaceAll("'", '')

/**
 * The sounds of the consonants of a word, and an `a` for a vowel at its beginning: all that Arabic and Hebrew write. Their w and y
 * are also long vowels, a final h is often a mute letter, and p and ch are written b and tsh.
 */
export function consonantsOf(latin: string): string {
  const [first = '', ...others] = soundsOf(latin.replaceAll(/(?<=.)w|(?<=[aeiouy'])h$/g, ''))
  const written = others.join('').replaceAll(/[aiu]/g, '').replaceAll('tw', 'c')
  return (first.replace(/[iu]/, 'a') + written).replaceAll('p', 'b')
}

/** What may change the sound before it. */
const endings = [...'abcdefghijklmnopqrstuvwxyz'.split(''), 'ch']

/** What the sounds begin with whatever follows: an s may be the beginning of sh. */
export function lastingSoundsOf(latin: string): string {
  let lasting = soundsOf(latin)
  for (const ending of endings) {
    const longer = soundsOf(latin + ending)
    let length = 0
    while (length < lasting.length && lasting[length] === longer[length]) length++
    lasting = lasting.slice(0, length)
  }
  return lasting
}

/** Whether a part of a word may be a beginning that ends with several vowels, as `mai`, and not `ma`, is of `maiia`. */
export const endsInVowels = (latin: string) => /[aeiouy]{2}$/.test(latin)

/**
 * What the sounds of a word may begin with whose consonants begin so: with each vowel, or w, after the first consonant. For one
 * consonant none, because too many words begin with it.
 */
export function voweled(written: string): string[] {
  const [first = '', second = ''] = written
  if (second === '') return []
  const begun = first === 'a' ? ['a', 'i', 'u', 'av'] : ['', 'a', 'i', 'u', 'av'].map((gap) => first + gap)
  return begun.map((one) => one + second)
}
