import type { Mutant } from '../mutant.ts'

/** Bugs in flights, and in the search for them. */
export const flightsMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/flights/flights.ts',
    about: 'a flight that has bags is deleted',
    from: 'if (flight.bags)\n    throw',
    to: 'if (flight.available_g < 0)\n    throw',
    tests: ['test/api/flights/flight-status.test.ts'],
    by: 'is refused while it has bags',
  },
  {
    file: 'shared/domain/flights/flights.ts',
    about: 'a flight is changed to arrive at the time of its departure',
    from: 'changed.scheduled_arrival <= changed.scheduled_departure',
    to: 'changed.scheduled_arrival < changed.scheduled_departure',
    tests: ['test/api/flights/flights.test.ts'],
    by: 'refuses an arrival before the departure',
  },
  {
    file: 'shared/domain/flights/progress.ts',
    about: 'the delay of a flight that has landed is that of its estimate',
    from: 'function delay(flight: FlightRecord): number {\n  const arrival = flight.actual_arrival ?? flight.estimated_arrival',
    to: 'function delay(flight: FlightRecord): number {\n  const arrival = flight.estimated_arrival ?? flight.actual_arrival',
    tests: ['test/api/flights/flight-status.test.ts'],
    by: 'bases the delay on the arrival',
  },
  {
    file: 'shared/domain/flights/sync-lease.ts',
    about: 'the result of a synchronisation is kept for a millisecond too long',
    from: '+ keptMilliseconds > now.getTime()',
    to: '+ keptMilliseconds >= now.getTime()',
    tests: ['test/api/flights/sync.test.ts'],
    by: 'within a minute of the last one',
  },
  {
    file: 'shared/domain/kernel/period.ts',
    about: 'a period ends with the beginning of its last day',
    from: 'startOfDay(daysAfter(day, 1), zone)',
    to: 'startOfDay(day, zone)',
    tests: ['test/api/flights/search.test.ts'],
    by: 'alone returns the matching flights',
  },
  {
    file: 'shared/domain/kernel/time-zone.ts',
    about: 'of an hour that is repeated, the second is taken',
    from: '[before, after].find(',
    to: '[after, before].find(',
    tests: ['test/domain/time-zone.test.ts'],
    by: 'an hour is repeated',
  },
  {
    file: 'shared/domain/labels/manifest.ts',
    about: 'a manifest has the departure in UTC',
    from: 'const there = flight.departure_time_zone ?? undefined',
    to: 'const there = undefined',
    tests: ['test/api/flights/time-zones.test.ts'],
    by: 'a manifest has the departure by the clocks of its airport',
  },
  {
    file: 'shared/labels/fit.ts',
    about: 'a text is cut where it could be smaller',
    from: 'step <= steps && !isWithin(all, box)',
    to: 'step <= 0 && !isWithin(all, box)',
    tests: ['test/domain/label-layout.test.ts'],
    by: 'in smaller rows',
  },
]
