import { useLocation } from 'preact-iso'
import type { ComponentChildren } from 'preact'
import { Failure, Skeleton } from '../../design/states.tsx'
import { messageOf } from '../api/client.ts'
import { common } from '../words/common.ts'

export interface Listed<T> {
  items: readonly T[]
  error: unknown
  isPending: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}
export interface ColumnOf<T> {
  title: string
  cell: (item: T) => ComponentChildren
}
interface ListTableProps<T extends { id: string }> {
  list: Listed<T>
  columns: readonly ColumnOf<T>[]
  /** Where an item opens; the first cell is the link. */
  address?: (item: T) => string
  empty: ComponentChildren
}

/** A list as a table, with what to show while it loads, is empty or fails, and more pages as one scrolls to its end. */
export function ListTable<T extends { id: string }>({ list, columns, address, empty }: ListTableProps<T>) {
  const { route } = useLocation()
  const { items, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const hasError = error !== null && error !== undefined
  if (isPending && !hasError) return <Skeleton label={common.loading} lines={5} />
  const cells = (item: T) =>
    columns.map(({ title, cell }, n) => (
      <td key={title} data-title={title}>
        {n === 0 && address ? (
          <a href={address(item)} data-item>
            {cell(item)}
          </a>
        ) : (
          cell(item)
        )}
      </td>
    ))
  return (
    <>
      {hasError && (
        <Failure text={messageOf(error)} retryLabel={common.tryAgain} onRetry={() => void refetch()} />
      )}
      {items.length === 0 && !hasError && empty}
      {items.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={columns[0]?.title ?? ''}>
          <table class="list">
            <thead>
              <tr>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr
                  key={item.id}
                  // The whole row opens it with a mouse; a keyboard has the link.
                  {...(address && {
                    onClick: ({ target }: { target: EventTarget | null }) => {
                      if (!(target as HTMLElement).closest('a, button, input, label')) route(address(item))
                    },
                  })}
                >
                  {cells(item)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <p class="row">
          <button type="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {common.more}
          </button>
        </p>
      )}
    </>
  )
}
