import fc from 'fast-check'
import { expect, test } from 'vitest'
import { latinOf } from '../../shared/domain/search/latin.ts'
import { lastingSoundsOf, soundsOf } from '../../shared/domain/search/sounds.ts'
import { allWords, finds, lastingOf, wantedWords } from '../../shared/domain/search/words.ts'
import { spellings } from '../support/names/spellings.ts'

const isFound = (q: string, name: string) =>
  wantedWords(q).every((wanted) => allWords([name]).some(finds(wanted)))

test.each([
  ['Yury', 'Yuri', 'Iurii', 'Юрий', 'Юрій', 'Juri'],
  ['Alexander', 'Aleksandr', 'Александр'],
  ['Oleg', 'Oleh', 'Олег'],
  ['Evgeny', 'Yevgeny', 'Evgenii', 'Евгений', 'Євгеній'],
  ['Fyodor', 'Fedor', 'Фёдор', 'Федор'],
  ['Shcherbakov', 'Scherbakov', 'Щербаков'],
  ['Tsereteli', 'Cereteli', 'წერეთელი', 'Церетели'],
  ['Mkhitaryan', 'Mxitaryan', 'Մխիթարյան', 'Мхитарян'],
  ['Schmidt', 'Shmidt', 'Шмидт'],
  ['Muhammad', 'Mohammad', 'محمد'],
  ['O’Brien', 'O`Brien', 'OBrien'],
])('%s is one name in all of its spellings', (...spelled) => {
  for (const q of spelled)
    for (const name of spelled) expect([q, name, isFound(q, name)]).toEqual([q, name, true])
})

test('a name is found by each of its beginnings, by those of its Latin spelling too', () => {
  const names = spellings()
    .flatMap(({ latin, own }) => [latin, own])
    .filter((_, n) => n % 5 === 0)
  const missed: string[] = []
  for (const name of names) {
    const words = allWords([name])
    for (const word of words)
      for (const letters of word.isAbjad ? [word.text] : [word.text, word.latin])
        for (let length = 3; length <= letters.length; length++)
          for (const wanted of wantedWords(letters.slice(0, length))) {
            const found = words.filter(finds(wanted))
            // A search looks for those by sound in a range.
            const isInRange = found.every(
              (one) => one.isAbjad || wanted.isAbjad || one.sounds.startsWith(lastingOf(wanted)),
            )
            if (found.length === 0 || !isInRange) missed.push(`${wanted.text} of ${name}`)
          }
  }
  expect(missed).toEqual([])
})

test('what a beginning sounds like lasts, whatever follows', () => {
  const letters = fc.stringMatching(/^[aeiouyjshczdtkxgfrl]{3,10}$/)
  fc.assert(
    fc.property(letters, letters, (begun, rest) => {
      expect(soundsOf(begun + rest).startsWith(lastingSoundsOf(begun))).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

test('a search for one of two thousand names finds two others on average, besides those that it begins', () => {
  const names = [...new Set(spellings().flatMap(({ latin, own }) => [latin, own]))]
  const words = names.map((name) => allWords([name]))
  let others = 0
  for (const name of names) {
    const wanted = wantedWords(name).map(finds)
    others += names.filter(
      (one, at) => !one.startsWith(name) && wanted.every((isFound) => words[at]?.some(isFound)),
    ).length
  }
  expect(names.length).toBeGreaterThan(2000)
  expect(others / names.length).toBeLessThan(2.5)
})

test.each([
  ['zzzzz', 'Zaza'],
  ['zzaa', 'Zaza'],
  ['ann', 'Andrei'],
  ['aaa', 'Alexander'],
  ['sss', 'Шота'],
  ['жжж', 'Zaza'],
])('%s shares a letter or two with %s, and does not find it', (q, name) => {
  expect(isFound(q, name)).toBe(false)
})

test('any text is spelled in letters of ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      for (const { text: word, sounds } of [...wantedWords(text), ...allWords([text])]) {
        expect(latinOf(word)).toMatch(/^[a-z\d']*$/)
        expect(sounds).not.toBe('')
      }
    }),
    { numRuns: 2000 },
  )
})
