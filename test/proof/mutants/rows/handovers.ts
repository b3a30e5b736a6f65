import type { Mutant } from '../mutant.ts'

export const handoversMutants: readonly Mutant[] = [
  {
    file: 'shared/domain/operations/changes/package-moves.ts',
    about: 'a parcel is delivered without a permit',
    from: 'expectPermit(permit)\n      credit(courier, 1)',
    to: 'credit(courier, 1)',
    tests: ['test/api/handovers/every-way.test.ts'],
  },
  {
    file: 'shared/domain/operations/changes/delivery-permit.ts',
    about: 'a reason suffices in every role',
    from: 'reason !== undefined && managerRoles.includes(actor.role)',
    to: 'reason !== undefined',
    tests: ['test/api/handovers/every-way.test.ts'],
  },
  {
    file: 'shared/domain/operations/shipments/shipments.ts',
    about: 'a shipment without packages is delivered without a permit',
    from: 'refuseHeld(record)\n    // Also of a shipment without packages.\n    expectPermit(permit)',
    to: 'refuseHeld(record)',
    tests: ['test/api/handovers/every-way.test.ts'],
  },
  {
    file: 'shared/domain/operations/handovers/proofs.ts',
    about: 'a code is not used up',
    from: 'writes: [used], unconfirmed: false',
    to: 'writes: [], unconfirmed: false',
    tests: ['test/api/handovers/codes.test.ts'],
  },
  {
    file: 'shared/domain/operations/handovers/proofs.ts',
    about: 'guesses are counted for each hand-over',
    from: 'limits.reserve(limit, stored.id, now, hit)',
    to: 'limits.reserve(limit, handover_id, now, hit)',
    tests: ['test/api/handovers/codes.test.ts'],
  },
  {
    file: 'shared/domain/operations/handovers/hand-over.ts',
    about: 'a package on hold is handed over',
    from: 'leave it out of the hand-over`)\n    refuseHeld(record)',
    to: 'leave it out of the hand-over`)',
    tests: ['test/api/handovers/handovers.test.ts'],
  },
  {
    file: 'shared/domain/operations/handovers/hand-over.ts',
    about: 'a hand-over that is sent again is another one',
    from: 'if (earlier) return',
    to: 'if (earlier && earlier.offline) return',
    tests: ['test/api/handovers/handovers.test.ts'],
  },
  {
    file: 'shared/domain/handovers/code.ts',
    about: 'a code never expires',
    from: 'at.getTime() < Date.parse(sent_at) + codeSeconds * 1000',
    to: 'at.getTime() > 0',
    tests: ['test/api/handovers/codes.test.ts'],
  },
]
