import type { Mutant } from '../mutant.ts'

const find = ['test/api/shipments/find.test.ts']
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
    from: ".normalize('NFKD')",
    to: '',
    tests: find,
    by: 'by the beginnings of words',
  },
  {
    file: 'shared/domain/search/find.ts',
    about: 'a shipment with two words that begin so is found twice',
    from: "!item || item.at.split('#', 1)[0] === words.filter(isFoundBy(wanted)).sort().at(-1)",
    to: 'item === item || words.length > 0',
    tests: find,
    by: 'by the beginnings of words',
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
