declare const brand: unique symbol

/** The right to touch one tenant's items. */
export interface Grant {
  readonly tenantId: string
  readonly [brand]: true
}

/**
 * Mints the right to a tenant. Only these may: the verification of a token or a ticket, the directory, which finds the
 * tenant of an e-mail or a tracking id, and what the table's own stream says. The linter refuses this import elsewhere.
 */
export const mintGrant = (tenantId: string) => ({ tenantId }) as Grant
