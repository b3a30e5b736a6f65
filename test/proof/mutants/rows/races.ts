import type { Mutant } from '../mutant.ts'

const tests = ['test/proof/simulation.test.ts']

/** Races: the wrong outcome needs two requests or jobs at once, or a fault at one moment. */
export const racesMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/bags/journey.ts',
    // One simulation in some hundred finds it.
    tests: ['test/api/bags/released-meanwhile.test.ts'],
    about: 'a bag that was released meanwhile is put on its flight without weight',
    from: 'bag.flight_id === flight.id ? undefined : board(flight, bag)',
    to: 'bag.flight_id === flight.id || flight.bags?.has(bag.id) ? undefined : board(flight, bag)',
  },
  {
    file: 'shared/domain/bags/packing.ts',
    tests,
    about: 'weight is reserved on the flight that a bag has left meanwhile',
    from: "all(equals('status', bag.status), onSameFlight(bag), ...conditions)",
    to: "all(equals('status', bag.status), ...conditions)",
  },
  {
    file: 'shared/domain/bags/changes.ts',
    tests,
    about: 'a flight is oversold by packages that are packed at once',
    from: "when: atLeast('available_g', weight_g)",
    to: "when: atLeast('available_g', -1_000_000)",
  },
  {
    file: 'shared/domain/bags/packing.ts',
    tests,
    about: 'a package is packed into a bag that is sealed meanwhile',
    from: "when: all(equals('status', bag.status), onSameFlight(bag), ...conditions)",
    to: 'when: all(onSameFlight(bag), ...conditions)',
  },
  {
    file: 'shared/db/tenant-writes.ts',
    tests,
    about: 'a record that was changed meanwhile is overwritten',
    from: "change: { set }, when: equals('version', current.version)",
    to: 'change: { set }',
  },
  {
    file: 'shared/db/stores/idempotency.ts',
    tests,
    about: 'a request that is sent again while it runs takes effect twice',
    from: 'table.renew(keptAnswers, record, now)',
    to: 'table.put(keptAnswers, record)',
  },
  {
    file: 'shared/domain/events/append.ts',
    tests,
    about: 'a wake-up that could not be sent is lost when newer events come with the repeated ones',
    from: 'wake: isRepeated ? subscribed : idle',
    to: 'wake: idle',
  },
  {
    file: 'shared/domain/webhooks/batch.ts',
    tests,
    about: 'a batch has an event twice after its worker crashed',
    from: '!ids.has(id) && (types.length',
    to: '(types.length',
  },
]
