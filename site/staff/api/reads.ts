import { useQueries } from '@tanstack/preact-query'
import { queryOf, type Reading } from './read.ts'

// Apart from `useRead`, for the first view of the console.

/** Reads several records of a kind while the component is shown, in the order given. */
export const useReads = <T>(all: readonly Reading<T>[]) => useQueries({ queries: all.map(queryOf) })
