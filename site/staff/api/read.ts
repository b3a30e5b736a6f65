import { useSignal } from '@preact/signals'
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { CourierError } from '../../../shared/client/http/errors.ts'

export interface Result<T> {
  data?: T
  error?: unknown
  response: Response
}
/** A record with the version that `If-Match` takes. */
export interface Read<T> {
  body: T
  etag: string | undefined
}

async function bodyOf<T>({ data, error, response }: Result<T>): Promise<Exclude<T, undefined>> {
  if (!response.ok) throw new CourierError(response, error)
  return data as Exclude<T, undefined>
}

/** For a list to choose from: read every two seconds while it is empty, since it may lag behind a record that was just added. */
export const whileEmpty = ({ state }: { state: { data?: { body: unknown } | undefined } }) =>
  Array.isArray(state.data?.body) && state.data.body.length === 0 ? 2000 : false

/** Reads a record while the component is shown: `useRead(['bag', id], () => api.GET('/api/v1/bags/{id}', ...))`. */
export function useRead<T>(
  key: readonly unknown[],
  get: () => Promise<Result<T>>,
  enabled = true,
  options: { refetchInterval?: number | typeof whileEmpty } = {},
) {
  return useQuery({ ...queryOf({ key, get }), enabled, ...options })
}

/** A filter may leave nothing of a page that looked at the 400 newest records: so many are looked at. */
const maxPages = 10

/** The first pages of a list as one result, for `useRead`. */
export async function allPages<T>(
  get: (page: { cursor?: string }) => Promise<Result<readonly T[]>>,
): Promise<Result<readonly T[]>> {
  const items: T[] = []
  let result = await get({})
  for (let n = 1; ; n++) {
    if (!result.response.ok) return result
    items.push(...(result.data ?? []))
    const cursor = result.response.headers.get('X-Next-Cursor')
    if (cursor === null || n === maxPages) return { ...result, data: items }
    result = await get({ cursor })
  }
}

/** What is read, and the key under which it is kept. */
export interface Reading<T> {
  key: readonly unknown[]
  get: () => Promise<Result<T>>
}
export const queryOf = <T>({ key, get }: Reading<T>) => ({
  queryKey: key,
  queryFn: async (): Promise<Read<Exclude<T, undefined>>> => {
    const result = await get()
    return { body: await bodyOf(result), etag: result.response.headers.get('ETag') ?? undefined }
  },
})

interface ListOptions {
  enabled?: boolean
  /** Milliseconds after which the list is read again; false for only when something changes. */
  pollEvery?: number | false
  /** Reads all pages, to count the list or to choose from it: it is whole once `hasNextPage` is false. A page may be empty before the last. */
  isWhole?: boolean
}

/**
 * Reads a list page by page while the component is shown. `get` gets the part of the query that names the page. The list is pending
 * until there is an item or no further page: a filter may leave nothing of the first pages.
 */
export function useList<T>(
  key: readonly unknown[],
  get: (page: { cursor?: string }) => Promise<Result<readonly T[]>>,
  { enabled = true, pollEvery = false, isWhole = false }: ListOptions = {},
) {
  const query = useInfiniteQuery({
    queryKey: key,
    enabled,
    refetchInterval: pollEvery,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const result = await get(pageParam === undefined ? {} : { cursor: pageParam })
      return { items: await bodyOf(result), next: result.response.headers.get('X-Next-Cursor') ?? undefined }
    },
    getNextPageParam: ({ next }) => next,
  })
  const pages = query.data?.pages ?? []
  // The next page that was asked for is lost when the list is read again meanwhile, since something changed.
  const asked = useSignal({ key: '', pages: 0 })
  const own = JSON.stringify(key)
  const items = pages.flatMap(({ items }) => items)
  const isUnknown = items.length === 0 && query.hasNextPage
  const isAsked = isWhole || isUnknown || (asked.value.key === own && pages.length < asked.value.pages)
  const isNextDue = isAsked && query.hasNextPage && !query.isFetching && !query.isError
  useEffect(() => {
    if (isNextDue) void query.fetchNextPage()
  }, [isNextDue])
  const fetchNextPage = () => {
    asked.value = { key: own, pages: pages.length + 1 }
    return query.fetchNextPage()
  }
  const isFetchingNextPage = query.isFetchingNextPage || isNextDue
  const isPending = query.isPending || isUnknown
  return { ...query, isPending, fetchNextPage, isFetchingNextPage, items }
}

type List<T> = Pick<ReturnType<typeof useList<T>>, 'items' | 'error' | 'isLoading' | 'hasNextPage' | 'refetch'>

/** The items of lists that are read whole, those that `isIn` is true for; pending until all of them are read. */
export function selected<T>(lists: readonly List<T>[], isIn: (item: T) => boolean) {
  const failed = lists.find(({ error }) => error !== null)
  return {
    items: lists.flatMap(({ items }) => items).filter(isIn),
    error: failed?.error ?? null,
    isPending: lists.some(({ isLoading, hasNextPage }) => isLoading || hasNextPage),
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
    refetch: () => Promise.all(lists.map((list) => list.refetch())),
  }
}
