import type { Mutant } from '../mutant.ts'

export const trackingMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/tracking/tracking.ts',
    about: 'a parcel can be tracked for a millisecond too long',
    from: 'now.getTime() >= Date.parse(moment)',
    to: 'now.getTime() > Date.parse(moment)',
    tests: ['test/api/shipments/tracking.test.ts'],
    by: 'has expired',
  },
  {
    file: 'shared/domain/tracking/timeline.ts',
    about: 'a public event names no package of the bag it is of',
    from: 'new Set([...named, ...(inside.get(event.id) ?? []).map(({ package_id }) => package_id)])',
    to: 'new Set(named)',
    tests: ['test/api/shipments/tracked-packages.test.ts'],
    by: 'which packages',
  },
  {
    file: 'shared/domain/tracking/parcel.ts',
    about: 'a parcel counts as delivered when the service hears of it, not when it was',
    from: 'shown.findLast(({ event_type }) => event_type === status)?.timestamp ?? finished_at',
    to: 'finished_at',
    tests: ['test/api/shipments/tracked-packages.test.ts'],
    by: 'sent later',
  },
  {
    file: 'shared/domain/statistics/count.ts',
    about: 'a corrected delivery stays counted',
    from: '    add(before, -1)\n',
    to: '',
    tests: ['test/domain/statistics.test.ts'],
    by: 'what its shipments have become',
  },
  {
    file: 'shared/domain/settings/record.ts',
    about: 'a company’s website may be a script',
    from: 'protocol: /^https?$/, ',
    to: '',
    tests: ['test/api/auth/settings.test.ts'],
    by: 'how recipients reach',
  },
  {
    file: 'site/track/entries.ts',
    about: 'a package that has an event again is counted twice',
    from: ' && !intersects(before.packages, packages)',
    to: '',
    tests: ['test/site/track/entries.test.ts'],
    by: 'is another entry',
  },
]
