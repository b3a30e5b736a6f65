import type { Mutant } from '../mutant.ts'

const tests = ['test/transfers/imports.test.ts']
export const transfersMutants: readonly Mutant[] = [
  {
    file: 'shared/transfers/import-row.ts',
    about: 'a row that was booked before a crash is booked again',
    from: '...table.create(importRows, { import_id: id, row, issues, expires_at }),',
    to: '...table.put(importRows, { import_id: id, row, issues, expires_at }),',
    tests,
  },
  {
    file: 'shared/transfers/import-row.ts',
    about: 'a dry run books',
    from: '...(dry_run ? [] : plan.writes)',
    to: '...plan.writes',
    tests,
  },
  {
    file: 'shared/domain/transfers/rows.ts',
    about: 'spaces around a value are part of it',
    from: "cells[n]?.trim() ?? ''",
    to: "cells[n] ?? ''",
    tests: ['test/domain/import-columns.test.ts'],
  },
  {
    file: 'shared/transfers/export.ts',
    about: 'an export that is continued reads its last page again',
    from: 'return saveExport(work, record, { rows, after, parts: record.parts + 1 })',
    to: 'return saveExport(work, record, { rows, parts: record.parts + 1 })',
    tests: ['test/transfers/exports.test.ts'],
  },
  {
    file: 'shared/csv/formulas.ts',
    about: 'a formula is exported as one',
    from: 'text.replace(formulas, "\'")',
    to: 'text',
    tests: ['test/csv/csv.test.ts'],
  },
  {
    file: 'shared/transfers/permission.ts',
    about: 'an import is carried out for a user who may not book any more',
    from: 'if (user) return user.is_active && roles.includes(user.role)',
    to: 'if (user) return true',
    tests,
    by: 'who has become',
  },
  {
    file: 'shared/domain/transfers/imports.ts',
    about: 'the errors of an import that has failed are a file that is not there',
    from: "if (record.status === 'FAILED') throw",
    to: "if (record.status === 'WAITING') throw",
    tests: ['test/api/imports/imports.test.ts'],
    by: 'is FAILED with the reason',
  },
  {
    file: 'shared/domain/transfers/exports.ts',
    about: 'an export with a filter that its list does not have exports everything',
    from: 'if (others.length === 0) return',
    to: 'if (known.length > 0) return',
    tests: ['test/api/integrations/kind-scopes.test.ts'],
    by: 'by the filters of their list',
  },
  {
    file: 'shared/domain/transfers/quota.ts',
    about: 'a company starts a sixty-first import in an hour',
    from: 'quota: 60,',
    to: 'quota: 61,',
    tests: ['test/api/imports/imports-time.test.ts'],
    by: 'sixty imports and exports an hour',
  },
]
