import type { Mutant } from '../mutant.ts'

const log = ['test/api/audit/log.test.ts']

export const auditMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/audit/append.ts',
    about: 'a refusal that writes has an entry in the audit log',
    from: 'if (!table || (isRefused && !audit)) return undefined',
    to: 'if (!table) return undefined',
    tests: log,
  },
  {
    file: 'shared/domain/audit/append.ts',
    about: 'an entry of the audit log names only the record of the path',
    from: '...changes.map(nameOf)]',
    to: '...changes.slice(changes.length).map(nameOf)]',
    tests: log,
  },
  {
    file: 'shared/domain/audit/changes.ts',
    about: 'the audit log has values about people',
    from: 'isNone(value) ? undefined : masked',
    to: 'isNone(value) ? undefined : shown(value)',
    tests: log,
  },
  {
    file: 'shared/domain/audit/list.ts',
    about: 'a page of the audit log has entries of partitions that were read further than others',
    from: '.filter((entry) => sortKey(entry) >= readTo)',
    to: '.filter((entry) => sortKey(entry) >= first)',
    tests: log,
  },
  {
    file: 'shared/auth/accounts.ts',
    about: 'a refused sign-in is not in the audit log',
    from: 'return { writes: [], refusal: refused.credentials_wrong(), audit }',
    to: 'return { writes: [], refusal: refused.credentials_wrong(), ...(!audit && { audit }) }',
    tests: log,
  },
]
