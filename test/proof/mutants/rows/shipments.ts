import type { Mutant } from '../mutant.ts'

/** Bugs in bookings, returns and lists of shipments. */
export const shipmentsMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/shipments/shipments.ts',
    about: 'the packages of a booking weigh some grams less than their shipment',
    from: 'Math.floor(weight_g / count) + (n < weight_g % count ? 1 : 0)',
    to: 'Math.floor(weight_g / count)',
    tests: ['test/api/bags/booked-packages.test.ts'],
    by: 'to the gram',
  },
  {
    file: 'shared/domain/shipments/returns.ts',
    about: 'a shipment is returned twice',
    from: 'if (there.return_id !== undefined) throw',
    to: 'if (there.return_of !== undefined) throw',
    tests: ['test/api/scans/void.test.ts'],
    by: 'a return',
  },
  {
    file: 'shared/domain/shipments/list.ts',
    about: 'a shipment is found by its tracking id whatever the other filters are',
    from: 'found && passes(found) ?',
    to: 'found ?',
    tests: ['test/api/shipments/list.test.ts'],
    by: 'by its tracking id in any letter case',
  },
  {
    file: 'shared/domain/kernel/fields.ts',
    about: 'a page of a list may have no records',
    from: 'n >= from && n <= to',
    to: 'n <= to',
    tests: ['test/api/shipments/list.test.ts'],
    by: 'limit=0',
  },
  {
    file: 'shared/domain/shipments/shipments.ts',
    about: 'a return names a deleted shipment',
    from: 'linked(shipment.return_of),\n    linked(shipment.return_id),',
    to: 'linked(shipment.return_of),\n    linked(undefined),',
    tests: ['test/api/shipments/history.test.ts'],
    by: 'there',
  },
  {
    file: 'shared/domain/packages/open-cases.ts',
    about: 'a case names a package that was deleted',
    from: 'const [first] = open_cases',
    to: 'const [, first] = open_cases',
    tests: ['test/api/shipments/history.test.ts'],
    by: 'is named by no open case',
  },
]
