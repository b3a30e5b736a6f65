declare const brand: unique symbol

/** The right to access one tenant's items. */
export interface Grant {
  readonly tenantId: string
  readonly [brand]: true
}

/**
 * Creates the right to a tenant. Only the verification of a token or ticket, the directory, the table's own
 * stream, and an event of AWS about what this service has sent may; the linter rejects this import elsewhere.
 */
export const mintGrant = (tenantId: string) => ({ tenantId }) as Grant
