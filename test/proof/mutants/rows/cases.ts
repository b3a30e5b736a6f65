import type { Mutant } from '../mutant.ts'

export const casesMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/scans/void-scan.ts',
    about: 'a scan is taken back although its package has changed since',
    from: 'event.undo?.version !== parcel.record.version',
    to: 'event.undo === undefined',
    tests: ['test/api/scans/void.test.ts'],
  },
  {
    file: 'shared/domain/scans/void-scan.ts',
    about: 'a scan that was taken back stays public',
    from: 'set: { public: false, voided_by: recorded.id }',
    to: 'set: { voided_by: recorded.id }',
    tests: ['test/api/scans/void.test.ts'],
  },
  {
    file: 'shared/domain/cases/affected.ts',
    about: 'a bag does not count a package that is put on hold in it',
    from: 'if (bag !== undefined && more !== 0)',
    to: 'if (bag !== undefined && more < 0)',
    tests: ['test/api/shipments/cases.test.ts'],
  },
  {
    file: 'shared/domain/packages/open-cases.ts',
    about: 'a resolved case leaves its package without an exception, although others are open',
    from: 'const newest = left.at(-1)',
    to: 'const newest = left.at(left.length)',
    tests: ['test/api/shipments/cases.test.ts'],
  },
  {
    file: 'shared/domain/flights/moves.ts',
    about: 'a flight departs by hand with packages on hold',
    from: "if (byHand && entered.includes('DEPARTED'))",
    to: "if (byHand && entered[0] === 'ARRIVED')",
    tests: ['test/api/shipments/cases.test.ts'],
  },
  {
    file: 'shared/domain/cases/cases.ts',
    about: 'a case is assigned to a user who cannot sign in',
    from: 'if (!user.is_active) throw',
    to: 'if (!user.role) throw',
    tests: ['test/api/shipments/cases.test.ts'],
    by: 'by status and due date',
  },
  {
    file: 'shared/domain/cases/cases.ts',
    about: 'a case that is opened again keeps who resolved it',
    from: '(resolved ?? { resolved_by: null, resolved_at: null })',
    to: 'resolved',
    tests: ['test/api/shipments/cases.test.ts'],
    by: 'is its newest open case',
  },
  {
    file: 'shared/domain/cases/record.ts',
    about: 'cases without a due date are due first',
    from: "const undated = '~'",
    to: "const undated = ''",
    tests: ['test/api/shipments/cases.test.ts'],
    by: 'by status and due date',
  },
]
