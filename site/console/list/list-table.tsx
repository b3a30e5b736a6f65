import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-preact'
import { useLocation } from 'preact-iso/router'
import { Fragment, type ComponentChildren, type VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { Failure, Skeleton } from '../../design/states.tsx'
import { messageOf } from '../../staff/api/client.ts'
import { common } from '../../staff/messages/common.ts'
import { office } from '../messages/office.ts'
import { language } from '../../staff/messages/language.ts'
import { Card, isPhone, type CardOf } from './card.tsx'
import { useAddress } from '../shell/address.ts'
import { useVisibleRows } from './visible-rows.ts'

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
  /** In the address, if the rows are sorted by it; its title if missing. */
  name?: string
  /** The sort key of the rows when its title is pressed; without it, the title is not a button. */
  by?: (item: T) => string | number
  /** Whether it is aligned at the end, as numbers are. */
  isNumeric?: boolean
  /** Whether its title is only spoken: a column of buttons that say the same. */
  isTitleHidden?: boolean
  cell: (item: T) => ComponentChildren
}
interface ListTableProps<T extends { id: string }> {
  list: Listed<T>
  columns: readonly ColumnOf<T>[]
  /** A row on a phone, if it is not the cells in two columns. */
  card?: (item: T) => CardOf
  /** Where an item opens; the first cell is the link. */
  address?: (item: T) => string
  /** Items that follow each other and have the same title have it above them, with a hint of how many they are. */
  group?: { title: (item: T) => string; hint: (count: number) => string }
  empty: ComponentChildren
}

/** A list as a table, with what to show while it loads, is empty or fails, and a button for more. */
export function ListTable<T extends { id: string }>({
  list,
  columns: all,
  card,
  address,
  group,
  empty,
}: ListTableProps<T>) {
  const { route } = useLocation()
  const toCard = isPhone.value ? card : undefined
  const columns: readonly ColumnOf<T>[] = toCard
    ? all.slice(0, 1).map(({ title, cell }) => ({ title, cell }))
    : all
  const { value, set } = useAddress()
  const sort = sortOf(value('sort'))
  const { error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list
  const items = sorted(list.items, all, sort)
  const rows = useVisibleRows(items.length)
  const press = (name: string) => set({ sort: sort?.name === name && !sort.isDown ? `-${name}` : name })
  const hasError = error !== null && error !== undefined
  /** Rows that were rendered: Preact leaves them as they are while the list is scrolled. */
  const rendered = useMemo(() => new Map<T, VNode>(), [all, card, address, isPhone.value])
  if (isPending && !hasError) return <Skeleton label={common.loading} lines={5} />
  const titles = group ? items.map(group.title) : []
  const counts = Object.groupBy(titles, (title) => title)
  const cells = (item: T) =>
    columns.map(({ title, cell, isNumeric }, n) => (
      <td key={title} {...(isNumeric && { class: 'numeric', 'data-title': title })}>
        {n === 0 && address ? (
          <a href={address(item)} data-item>
            {inOwnDirection(cell(item))}
          </a>
        ) : (
          inOwnDirection(cell(item))
        )}
      </td>
    ))
  const rowOf = (item: T): VNode => {
    const row = rendered.get(item) ?? (
      <tr
        data-row
        // The whole row opens it with a mouse; a keyboard has the link.
        {...(address && {
          onClick: ({ target }: { target: EventTarget | null }) => {
            if (!(target as HTMLElement).closest('a, button, input, label')) route(address(item))
          },
        })}
      >
        {toCard ? <Card card={toCard(item)} {...(address && { address: address(item) })} /> : cells(item)}
      </tr>
    )
    rendered.set(item, row)
    return row
  }
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
                {columns.map(({ title, name = title, by, isNumeric, isTitleHidden }) => {
                  const isDown = by && sort?.name === name ? sort.isDown : undefined
                  const Arrow = isDown === undefined ? ArrowUpDown : isDown ? ArrowDown : ArrowUp
                  return (
                    <th
                      key={title}
                      scope="col"
                      class={isNumeric ? 'numeric' : undefined}
                      {...(isDown !== undefined && { 'aria-sort': isDown ? 'descending' : 'ascending' })}
                    >
                      {by ? (
                        <button type="button" class="sort" onClick={() => press(name)}>
                          {title}
                          <Arrow size={14} aria-hidden="true" />
                        </button>
                      ) : (
                        <span class={isTitleHidden ? 'visually-hidden' : undefined}>{title}</span>
                      )}
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody ref={rows.body}>
              <Spacer height={rows.before} />
              {items.slice(rows.from, rows.to).map((item, n) => {
                const [title, before] = [titles[rows.from + n], n > 0 ? titles[rows.from + n - 1] : undefined]
                return (
                  <Fragment key={item.id}>
                    {group && title !== undefined && title !== before && (
                      <tr class="band">
                        <th scope="rowgroup" colSpan={columns.length}>
                          {title} <span class="hint">{group.hint(counts[title]?.length ?? 0)}</span>
                        </th>
                      </tr>
                    )}
                    {rowOf(item)}
                  </Fragment>
                )
              })}
              <Spacer height={rows.after} />
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <p class="row">
          <button type="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {office.more}
          </button>
        </p>
      )}
    </>
  )
}

const inOwnDirection = (content: ComponentChildren) =>
  typeof content === 'string' && content !== '' ? <bdi>{content}</bdi> : content

/** In place of rows that are out of sight. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null

interface Sort {
  /** The name of a column. */
  name: string
  isDown: boolean
}
/** The sort of an address: `price`, or `-price` from the greatest down. */
const sortOf = (text: string): Sort | undefined =>
  text === '' ? undefined : { name: text.replace(/^-/, ''), isDown: text.startsWith('-') }

/** The items by a column, in the language's order; without one, as the service lists them. */
function sorted<T>(items: readonly T[], columns: readonly ColumnOf<T>[], sort: Sort | undefined): readonly T[] {
  const by = columns.find(({ title, name = title }) => name === sort?.name)?.by
  if (!by || !sort) return items
  const { compare } = new Intl.Collator(language.value, { numeric: true })
  const order = (a: T, b: T) => {
    const [one, other] = [by(a), by(b)]
    return typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compare(String(one), String(other))
  }
  return sort.isDown ? items.toSorted((a, b) => order(b, a)) : items.toSorted(order)
}
