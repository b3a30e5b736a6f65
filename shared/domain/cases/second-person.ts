/** The code of a case about a hand-over whose code was not confirmed. */
export const unconfirmedCode = 'CODE_UNCONFIRMED'

/**
 * Whether a case is resolved by someone other than who opened it (segregation of duties): packages are missing, or may be with
 * the wrong person.
 */
export const needsSecondPerson = ({ kind, code }: { kind: string; code: string }) =>
  kind === 'SHORTAGE' || code === unconfirmedCode
