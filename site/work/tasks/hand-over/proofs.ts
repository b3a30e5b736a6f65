import type { components } from '../../../../shared/client/api-types.ts'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'

export type Proof = components['schemas']['HandoverProof']

/** What the company requires. It is kept on the phone, so that it is asked for without a connection too. */
export function useRequiredProofs(): readonly Proof[] {
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'))
  return settings.data?.body.handover.require ?? []
}

/** What has to be given: without a connection a code cannot be checked, so signature and photo replace it. */
export const proofsToGive = (required: readonly Proof[], isOffline: boolean): readonly Proof[] =>
  isOffline && required.includes('code') ? ['signature', 'photo'] : required
