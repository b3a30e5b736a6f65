import { api } from '../api/client.ts'
import type { Bag, Package } from '../api/records.ts'

/** The read of the packages on a bag's manifest, which is one page. */
export const manifestReading = (id: string) => ({
  key: ['bag', id, 'manifest'],
  get: () => api.GET('/api/v1/bags/{id}/packages', { params: { path: { id }, query: { limit: 200 } } }),
})

/** The packages of a manifest that the bag still holds: those that were scanned in by themselves have left it. */
export const heldIn = (id: string, manifest: readonly Package[]) =>
  manifest.filter(({ bags }) => bags.includes(id))

/** How many packages of a bag have left it, as far as its manifest is known; those that are lost have not arrived. */
export const arrivedOf = ({ id }: Bag, manifest: readonly Package[] = []) =>
  manifest.filter(({ bags, status }) => !bags.includes(id) && status !== 'LOST').length

/** Whether a bag is not expected any more: it holds none of its packages, since they were scanned in by themselves or are lost. */
export const isAllHere = ({ id }: Bag, manifest: readonly Package[] = []) =>
  manifest.length > 0 && heldIn(id, manifest).length === 0
