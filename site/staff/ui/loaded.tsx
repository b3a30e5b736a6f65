import type { ComponentChildren } from 'preact'
import { Failure, Skeleton } from '../../design/states.tsx'
import { messageOf } from '../api/client.ts'
import { common } from '../messages/common.ts'

interface Query<T> {
  data?: T | undefined
  error: unknown
  refetch: () => unknown
}

/** The data of a query; lines while it loads, and the error with a retry. After a later error the last data stay. */
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
