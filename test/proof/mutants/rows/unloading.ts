import type { Mutant } from '../mutant.ts'

export const unloadingMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/operations/unloading/find-effect.ts',
    about: 'a late find leaves the case of a missing package open',
    from: 'applied ? await foundByScan(ctx, record) : nothing',
    to: 'applied && damages ? await foundByScan(ctx, record) : nothing',
    tests: ['test/api/scans/unloadings.test.ts'],
    by: 'a bag of five',
  },
  {
    file: 'shared/domain/operations/unloading/open-cases.ts',
    about: 'a package that was scanned elsewhere while an unloading is closed is reported as missing',
    from: 'travelsIn(unloading.bag_id)(record) && ',
    to: '',
    tests: ['test/api/scans/unloading-races.test.ts'],
  },
  {
    file: 'shared/domain/operations/unloading/open-cases.ts',
    about: 'a package that is missing already gets another case at the end of the next unloading',
    from: '!record.open_cases.some(({ code }) => code === missingCode)',
    to: 'record.status.length > 0',
    tests: ['test/api/scans/unloadings.test.ts'],
  },
  {
    file: 'shared/domain/operations/unloading/find.ts',
    about: 'a package of another bag in transit arrives with this one',
    from: "effectiveStatus(record, bag) === 'IN_TRANSIT' && bag?.id !== bag_id",
    to: 'bag?.id === bag_id',
    tests: ['test/api/scans/unloadings.test.ts'],
    by: 'misrouted',
  },
  {
    file: 'shared/domain/operations/unloading/close.ts',
    about: 'an unloading closes although it has changed since it was read',
    from: 'ctx.expectVersion(version)',
    to: 'void version',
    tests: ['test/api/scans/unloadings.test.ts'],
    by: 'If-Match',
  },
]
