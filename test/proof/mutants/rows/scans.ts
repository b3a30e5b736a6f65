import type { Mutant } from '../mutant.ts'

/** Bugs in scans of packages and bags, and in what warehouses do with them. */
export const scansMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/scans/void-scan.ts',
    about: 'workers take back their own scans for an hour',
    from: 'ownScans = 600_000',
    to: 'ownScans = 3_600_000',
    tests: ['test/api/scans/void.test.ts'],
    by: 'is ten minutes old at most',
  },
  {
    file: 'shared/domain/scans/list.ts',
    about: 'the scans of a package are found by the name on its label only',
    from: "(given === 'package' ? 'pkg' : given)",
    to: 'given',
    tests: ['test/api/scans/records.test.ts'],
    by: 'returns it with its valid scans',
  },
  {
    file: 'shared/domain/scans/scan-batch.ts',
    about: 'a batch has a hundred and one scans',
    from: 'const maxScans = 100',
    to: 'const maxScans = 101',
    tests: ['test/api/scans/scan-batch.test.ts'],
    by: 'none or more than a hundred',
  },
  {
    file: 'shared/domain/scans/scan-events.ts',
    about: 'a phone records scans of next month',
    from: 'age >= -maxAhead && age',
    to: 'age',
    tests: ['test/api/scans/scan-batch.test.ts'],
    by: 'more than five minutes ahead',
  },
  {
    file: 'shared/domain/scans/effects.ts',
    about: 'a package of a bag that has come back to its first warehouse does not arrive there',
    from: 'bag?.arrived_at !== undefined || bag?.warehouse_id !== warehouse_id',
    to: 'bag?.warehouse_id !== warehouse_id',
    tests: ['test/api/scans/bag-scans.test.ts'],
    by: 'in any warehouse',
  },
  {
    file: 'shared/domain/scans/consolidate.ts',
    about: 'a shipment waits for its lost package',
    from: "status !== 'LOST' && status !== 'RETURNED'",
    to: "status !== 'RETURNED'",
    tests: ['test/api/scans/receive-and-consolidate.test.ts'],
    by: 'once all its packages have arrived',
  },
  {
    file: 'shared/domain/scans/consolidate.ts',
    about: 'a consolidation continues with the cursor of another warehouse',
    from: '`/api/v1/warehouse/${warehouseId}/consolidate`',
    to: "'/api/v1/warehouse/consolidate'",
    tests: ['test/api/scans/receive-and-consolidate.test.ts'],
    by: 'checks 25 shipments per request',
  },
  {
    file: 'functions/http/warehouse/scans.ts',
    about: 'couriers read any package with its scans',
    from: "'With the ten newest valid scans: for managers those of all users, for others their own.',\n    roles: staffRoles,",
    to: "'With the ten newest valid scans: for managers those of all users, for others their own.',\n    roles: roles,",
    tests: ['test/api/scans/records.test.ts'],
    by: 'returns it with its valid scans',
  },
]
