import type { Mutant } from '../mutant.ts'

const find = ['test/api/shipments/find.test.ts']
const parts = ['test/api/shipments/find-parts.test.ts']
const phones = ['test/domain/phones.test.ts']

export const searchMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/search/phone.ts',
    about: 'a trunk prefix in brackets belongs to a number with its calling code',
    from: "number.replace('(0)', '')",
    to: 'number',
    tests: phones,
  },
  {
    file: 'shared/domain/search/spellings.ts',
    about: 'a number with its calling code is not found where it is stored with a trunk prefix',
    from: "['0', '8', '1', '06']",
    to: "['']",
    tests: phones,
  },
  {
    file: 'shared/domain/search/words.ts',
    about: 'ё is not е in a search',
    from: '\\p{M}+|[',
    to: '[',
    tests: find,
    by: 'by the beginnings of words',
  },
  {
    file: 'shared/domain/search/find.ts',
    about: 'a shipment with two words that begin so is found twice',
    from: '(!item || isFirst(item, searched))',
    to: '(item === item || isFirst(item!, searched))',
    tests: find,
    by: 'by the beginnings of words',
  },
  {
    file: 'shared/domain/search/words.ts',
    about: 'a name is found by what its first letters sound like only',
    from: 'soundsOf(beginning) === wanted.sounds &&',
    to: '',
    tests: parts,
    by: 'and not by other names',
  },
  {
    file: 'shared/domain/search/words.ts',
    about: 'what follows an apostrophe finds nothing',
    from: 'others.filter((one) => lettersOf(one).length >= shortestBeginning)',
    to: 'others.filter((one) => lettersOf(one).length < shortestBeginning)',
    tests: parts,
    by: 'O’Brien',
  },
  {
    file: 'shared/domain/search/latin.ts',
    about: 'two letters of an Arabic word are one sound',
    from: '.join("\'")',
    to: ".join('')",
    tests: parts,
    by: 'and not by other names',
  },
  {
    file: 'shared/domain/search/keys.ts',
    about: 'the end of a phone number finds nothing',
    from: 'reversed(digits.slice(-mostEnding))',
    to: 'digits.slice(-mostEnding)',
    tests: parts,
    by: 'digits of its end',
  },
  {
    file: 'shared/domain/search/items.ts',
    about: 'the items of the version before stay',
    from: '(searched.sounds ? itemsOf : formerItemsOf)(searched, digest)',
    to: 'itemsOf(searched, digest)',
    tests: ['test/api/shipments/find-former.test.ts'],
    by: 'of the version before',
  },
  {
    file: 'shared/domain/shipments/shipments.ts',
    about: 'a changed name is not found',
    from: '...(moved?.writes ?? []), ...searched.added]',
    to: '...(moved?.writes ?? [])]',
    tests: find,
    by: 'while it exists',
  },
  {
    file: 'shared/domain/shipments/list.ts',
    about: 'a search ignores the other filters',
    from: 'holds(condition, record) &&',
    to: '',
    tests: find,
    by: 'with the other filters',
  },
]
