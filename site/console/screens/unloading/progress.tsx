import type { components } from '../../../../shared/client/api-types.ts'
import { api } from '../../../staff/api/client.ts'
import { useRead } from '../../../staff/api/read.ts'
import { formatNumber } from '../../../staff/words/format.ts'
import { words } from './words.ts'

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
    <progress max={Math.max(1, expected)} value={found} aria-label={words.found} />
    <span class="number">{words.ofExpected(formatNumber(found), formatNumber(expected))}</span>
  </span>
)
/** The progress of an unloading, which is read. */
export function ProgressOf({ id }: { id: string }) {
  const counts = useUnloading(id).data?.body.counts
  return counts ? <Progress found={counts.found} expected={counts.expected} /> : <span>…</span>
}
