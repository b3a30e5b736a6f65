import type { components } from '../../../shared/client/api-types.ts'
import { api } from '../api/client.ts'
import { useRead } from '../api/read.ts'

export type Proof = components['schemas']['HandoverProof']

/** The proofs that the company requires, which a phone keeps for when there is no connection. */
export function useRequiredProofs(): readonly Proof[] {
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  return settings.data?.body.handover.require ?? []
}

/** The proofs to give: without a connection a code cannot be checked, so signature and photo replace it. */
export const proofsToGive = (required: readonly Proof[], isOffline: boolean): readonly Proof[] =>
  isOffline && required.includes('code') ? ['signature', 'photo'] : required
