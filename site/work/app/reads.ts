import { persistQueryClient } from '@tanstack/query-persist-client-core'
import { queries } from '../../staff/api/client.ts'
import { readsOf } from '../queue/store.ts'

/** How long reads are kept, in milliseconds: a shift away from the network, and the flight. */
const maxAge = 7 * 24 * 3600 * 1000

/**
 * Keeps what a user reads on the phone, so that it is shown without a connection. Returns a function that ends it.
 */
export function keepReads(user: string): () => void {
  const defaults = queries.getDefaultOptions()
  queries.setDefaultOptions({
    ...defaults,
    // Cached data are shown at once; a read without a connection fails, and leaves them.
    queries: { ...defaults.queries, networkMode: 'offlineFirst', gcTime: maxAge },
  })
  const [stop] = persistQueryClient({
    queryClient: queries,
    persister: readsOf(user),
    maxAge,
    dehydrateOptions: { shouldDehydrateQuery: ({ state }) => state.data !== undefined },
  })
  return stop
}
