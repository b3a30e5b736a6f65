import type { components } from '../../../../shared/client/api-types.ts'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { formatNumber } from '../../../staff/messages/format.ts'
import { messages } from './messages.ts'

export type UnloadingSummary = components['schemas']['UnloadingSummary']

/** An unloading with the numbers of its packages. */
export const useUnloading = (id: string | undefined) =>
  useRead(
    ['unloading', id],
    () => api.GET('/api/v1/unloadings/{id}', { params: { path: { id: id ?? '' } } }),
    id !== undefined,
  )

/** How many of the expected packages were found, as a bar. */
export const Progress = ({ found, expected }: { found: number; expected: number }) => (
  <span class="load">
    <progress max={Math.max(1, expected)} value={found} aria-label={messages.found} />
    <span class="number">{messages.ofExpected(formatNumber(found), formatNumber(expected))}</span>
  </span>
)
/** The progress of an unloading, which is read. */
export function ProgressOf({ id }: { id: string }) {
  const counts = useUnloading(id).data?.body.counts
  return counts ? <Progress found={counts.found} expected={counts.expected} /> : <span>…</span>
}
