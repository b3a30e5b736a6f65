import type { ComponentChildren } from 'preact'
import { Failure, Skeleton } from '../../design/states.tsx'
import { messageOf } from '../api/client.ts'
import { common } from '../words/common.ts'

interface Query<T> {
  data?: T | undefined
  error: unknown
  refetch: () => unknown
}

/** What was read; lines while it loads, and the error with a retry. What was read before stays with a later error. */
export function Loaded<T>({
  query,
  lines,
  children,
}: {
  query: Query<T>
  lines?: number
  children: (data: T) => ComponentChildren
}) {
  const { data, error, refetch } = query
  const hasError = error !== null && error !== undefined
  return (
    <>
      {hasError && (
        <Failure text={messageOf(error)} retryLabel={common.tryAgain} onRetry={() => void refetch()} />
      )}
      {data !== undefined
        ? children(data)
        : !hasError && <Skeleton label={common.loading} {...(lines && { lines })} />}
    </>
  )
}
