import { useQueries } from '@tanstack/preact-query'
import { queryOf, type Reading } from './read.ts'

// Apart from `useRead`, and for the phone page alone: the console's first view would grow by a kilobyte.

/** Reads several records of a kind while the component is shown, in the order given. */
export const useReads = <T>(all: readonly Reading<T>[]) => useQueries({ queries: all.map(queryOf) })
