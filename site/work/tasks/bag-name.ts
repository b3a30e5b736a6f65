import { api, queries } from '../../staff/api/client.ts'
import { useRead, type Read } from '../../staff/api/read.ts'
import { waiting } from '../queue/queue.ts'
import type { Bag } from '../../staff/api/records.ts'

/** A bag as a list had it, read before. */
export const listedBag = (id: string): Bag | undefined =>
  queries
    .getQueriesData<Read<readonly Bag[]>>({ queryKey: ['bags'] })
    .flatMap(([, list]) => list?.body ?? [])
    .find((bag) => bag.id === id)

/** Whether it waits on this phone to be sent that a bag was sealed. */
export const isSealedHere = (id: string) =>
  waiting.value.some(({ kind, input }) => kind === 'seal' && input.bag_id === id)

/** Milliseconds that a read may take before what was read before counts. */
const patience = 4000

/** A bag as it is now; without an answer, as a list had it. */
export async function readBag(id: string): Promise<Bag | undefined> {
  if (!navigator.onLine) return listedBag(id)
  const params = { path: { id } }
  const answer = await api
    .GET('/api/v1/bags/{id}', { params, signal: AbortSignal.timeout(patience) })
    .catch(() => undefined)
  return answer?.data ?? listedBag(id)
}

/** The bag that a package is in, if the service says so in time. */
export async function bagOf(packageId: string): Promise<Bag | undefined> {
  const params = { path: { id: packageId } }
  const answer = await api
    .GET('/api/v1/packages/{id}', { params, signal: AbortSignal.timeout(patience) })
    .catch(() => undefined)
  const id = answer?.data?.bags.at(-1)
  return id === undefined ? undefined : readBag(id)
}

/** The read of a bag. */
export const bagReading = (id: string) => ({
  key: ['bag', id],
  get: () => api.GET('/api/v1/bags/{id}', { params: { path: { id } } }),
})
/** A bag as it was read last, by itself or in a list; undefined before, and for "". */
export function useBag(id: string): Bag | undefined {
  const { key, get } = bagReading(id)
  const read = useRead(key, get, id !== '')
  return read.data?.body ?? listedBag(id)
}
