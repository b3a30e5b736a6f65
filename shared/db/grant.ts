declare const brand: unique symbol

/** The right to touch one tenant's items. */
export interface Grant {
  readonly tenantId: string
  readonly [brand]: true
}

/**
 * Mints the right to a tenant. Only two places may: the verification of a token, and the directory, which finds
 * the tenant of an e-mail or a tracking id. The linter refuses this import anywhere else.
 */
export const mintGrant = (tenantId: string) => ({ tenantId }) as Grant
