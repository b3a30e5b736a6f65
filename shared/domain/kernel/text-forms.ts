import type { AcceptedForms } from './accepted-forms.ts'

const blank = 'Must not be blank: it has only characters that cannot be seen'
const control = (code: string) => `The text has the control character ${code}, which cannot be seen: remove it`
const noCharacter = (code: string) => `The text has ${code}, which is no character of Unicode: remove it`

/** Texts of people, for a field that is a name. */
export const textForms: AcceptedForms = {
  title: 'Names and other texts',
  text: 'Names, places, phone numbers, addresses, descriptions, notes and reasons. They are stored composed (Unicode NFC), so that texts that look the same are the same, and without spaces around them. Embeddings, overrides and isolates of direction and byte order marks, which address books and files put around names and numbers, are removed; with an override, a name would look like another one. All other letters, marks and joiners stay. Lengths are in code points of the stored form, so that an emoji of one code point counts once. A name needs a character that can be seen. Scanned codes, references of devices and `metadata` are kept exactly as they are given.',
  forms: [
    { given: 'José Müller-Ångström', stored: 'José Müller-Ångström' },
    { given: 'Jose\u0301', stored: 'Jos\u00E9', note: 'decomposed (NFD), as macOS writes it: the same name' },
    { given: 'Алексей Йовович', stored: 'Алексей Йовович' },
    { given: 'Алексеи\u0306', stored: 'Алексе\u0439', note: 'decomposed' },
    { given: 'გიორგი ბერიძე', stored: 'გიორგი ბერიძე' },
    { given: 'Արամ Խաչատրյան', stored: 'Արամ Խաչատրյան' },
    { given: 'محمد الأحمد', stored: 'محمد الأحمد' },
    { given: 'שָׁלוֹם כהן', stored: 'שָׁלוֹם כהן'.normalize('NFC') },
    { given: 'क्षितिज शर्मा', stored: 'क्षितिज शर्मा' },
    { given: 'न्\u200Dयू', stored: 'न्\u200Dयू', note: 'a joiner of Devanagari stays' },
    { given: 'علی\u200Cرضا', stored: 'علی\u200Cرضا', note: 'a non-joiner of Persian stays' },
    { given: '李明', stored: '李明' },
    { given: 'สมชาย ใจดี', stored: 'สมชาย ใจดี' },
    {
      given: '👩\u200D👩\u200D👧\u200D👦 🇬🇪',
      stored: '👩\u200D👩\u200D👧\u200D👦 🇬🇪',
      note: 'joined emoji, and a flag',
    },
    {
      given: 'Z\u0335\u0322a\u0336\u034Flgo',
      stored: 'Z\u0335\u0322a\u0336\u034Flgo'.normalize('NFC'),
      note: 'any marks',
    },
    { given: '  Anna Orlova\u00A0\r\n', stored: 'Anna Orlova', note: 'spaces around it' },
    { given: 'Anna  Orlova', stored: 'Anna  Orlova', note: 'spaces within it stay' },
    { given: 'Block 12\r\nFlat 45\tB', stored: 'Block 12\r\nFlat 45\tB', note: 'line breaks and tabs stay' },
    { given: '\uFEFFAnna', stored: 'Anna', note: 'a byte order mark' },
    { given: '\u202A+7 916 123\u202C', stored: '+7 916 123', note: 'directions, as address books copy them' },
    { given: '\u2068Anna\u2069', stored: 'Anna', note: 'an isolate' },
    { given: 'gnp.\u202Eexe', stored: 'gnp.exe', note: 'an override, which would show the letters backwards' },
    {
      given: 'כהן\u200F (2)',
      stored: 'כהן\u200F (2)',
      note: 'a direction mark overrides no letter, and stays',
    },
    { given: '', refused: 'Must not be empty' },
    { given: ' \u00A0\u2003', refused: 'Must not be empty', note: 'only spaces' },
    { given: '\u202E\uFEFF', refused: 'Must not be empty' },
    { given: '\u200B\u200D\u2060\u00AD', refused: blank },
    { given: '\u3164', refused: blank, note: 'a filler of Hangul, which looks like a space' },
    { given: 'Anna\u0000', refused: control('U+0000') },
    { given: 'Anna\u001B[2J', refused: control('U+001B') },
    { given: 'Anna\u007FB', refused: control('U+007F') },
    { given: 'O\u0092Neil', refused: control('U+0092'), note: 'an apostrophe in a wrong encoding' },
    { given: 'Anna\uD800', refused: noCharacter('U+D800'), note: 'half of a surrogate pair' },
    { given: 'Anna\uFFFF', refused: noCharacter('U+FFFF') },
    {
      given: 'Ann\uFFFD',
      refused: 'Letters were lost where the text has U+FFFD: enter it again',
    },
  ],
}
