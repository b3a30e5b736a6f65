import type { Mutant } from '../mutant.ts'

/** Bugs in the records of couriers, their no-shows, and what they see. */
export const couriersMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/couriers/list.ts',
    about: 'the list of couriers has those of other routes',
    from: "...(route ? [contains('preferred_routes', route)] : []),",
    to: '',
    tests: ['test/api/couriers/couriers.test.ts'],
    by: 'can be filtered by status, country and route',
  },
  {
    file: 'shared/domain/couriers/stats.ts',
    about: 'a cause that a courier had once is left out of the statistics',
    from: '({ count }) => count > 0',
    to: '({ count }) => count > 1',
    tests: ['test/api/couriers/stats.test.ts'],
    by: 'are counted by cause',
  },
  {
    file: 'shared/domain/couriers/no-shows.ts',
    about: 'a departure replaces the no-show that was recorded for the flight',
    from: 'write: table.ensure(noShows, record)',
    to: 'write: table.put(noShows, record)',
    tests: ['test/api/couriers/stats.test.ts'],
    by: 'replace no existing one',
  },
  {
    file: 'shared/domain/flights/no-show.ts',
    about: 'couriers report flights that have none of their bags',
    from: 'isOwn && marks.length === 0',
    to: 'isOwn && marks.length < 0',
    tests: ['test/api/couriers/no-shows.test.ts'],
    by: 'a flight with a bag of theirs',
  },
  {
    file: 'shared/domain/flights/search.ts',
    about: 'a courier who asks for the flights of a colleague gets their own',
    from: 'own === undefined || (filter.courier_id ?? own) !== own',
    to: 'own === undefined',
    tests: ['test/api/couriers/own-records.test.ts'],
    by: 'contain only their own records',
  },
  {
    file: 'shared/domain/warehouses/warehouses.ts',
    about: 'a courier opens a warehouse by a scan that names an unused id',
    from: "if (ctx.actor.role === 'courier') throw notFound(warehouses.noun)",
    to: '',
    tests: ['test/api/scans/scan-batch.test.ts'],
    by: 'or names a new warehouse',
  },
]
