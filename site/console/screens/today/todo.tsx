import { CircleCheck } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { Listed } from '../../list/list-table.tsx'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { formatNumber, listParts } from '../../../staff/messages/format.ts'
import { messages } from './messages.ts'

interface Row {
  address: string
  text: string
  /** Its facts, in columns. */
  cells: readonly ComponentChildren[]
}
type List<T> = Pick<Listed<T>, 'items' | 'isPending' | 'error' | 'refetch'> & { hasNextPage: boolean }
interface Question<T> {
  title: string
  /** The title within "No …": what there is nothing of. */
  none: string
  /** The screen with all of them. */
  all: string
  /** All of them. */
  list: List<T>
  row: (item: T) => Row
  isNeeded?: boolean
}
/** The tasks of one kind: the rows, undefined until they are read. */
export interface Todo {
  title: string
  none: string
  all: string
  query: { data?: unknown; error: unknown; refetch: () => unknown }
  rows: readonly Row[] | undefined
  /** Whether it needs a person. */
  isNeeded: boolean
}
export const todoOf = <T,>({ title, none, all, list, row, isNeeded = true }: Question<T>): Todo => {
  const { items, isPending, hasNextPage, error, refetch } = list
  const rows = isPending || hasNextPage || (error && items.length === 0) ? undefined : items.map(row)
  return { title, none, all, isNeeded, rows, query: { data: rows, error, refetch } }
}
const isClear = ({ rows }: Todo) => rows?.length === 0
const maxShown = 5

interface Figure {
  title: string
  /** Undefined until it is read. */
  count: number | undefined
  /** Where the rows are that it counts. */
  address?: string
  isNeeded?: boolean
}

const Count = ({ count, title }: Pick<Figure, 'count' | 'title'>) => (
  <>
    <strong class={count === 0 ? 'number zero' : 'number'}>
      {count === undefined ? '–' : formatNumber(count)}
    </strong>
    <span>{title}</span>
  </>
)

interface FiguresProps {
  todos: readonly Todo[]
  others: readonly Figure[]
  /** Whether it is worth saying what there is nothing of, as in a company that works. */
  saysClear: boolean
}

/**
 * The figures of the day in a row: the tasks, then `others`. Kinds without tasks are one sentence below, which says “All clear”
 * once no task needs a person.
 */
export const Figures = ({ todos, others, saysClear }: FiguresProps) => {
  const figures: readonly Figure[] = [
    ...todos
      .filter((todo) => !isClear(todo))
      .map(({ title, all, rows, isNeeded }) => ({ title, address: all, count: rows?.length, isNeeded })),
    ...others,
  ]
  const clear = todos.filter(isClear)
  const isAllClear = todos.every((todo) => !todo.isNeeded || isClear(todo))
  return (
    <>
      <ul class="figures" aria-label={messages.figures}>
        {figures.map(({ title, count, address, isNeeded = false }) => (
          <li key={title}>
            {address === undefined ? (
              <span class="card">
                <Count count={count} title={title} />
              </span>
            ) : (
              <a href={address} class={isNeeded && count ? 'card needed' : 'card'}>
                <Count count={count} title={title} />
              </a>
            )}
          </li>
        ))}
      </ul>
      {saysClear && clear.length > 0 && (
        <p class="clear hint">
          {isAllClear && <CircleCheck size={18} aria-hidden="true" />}
          <span>
            {isAllClear ? messages.clearBefore : messages.noneBefore}{' '}
            {listParts(clear.map(({ none }) => none)).map((part, n) => {
              const todo = clear.find(({ none }) => part.type === 'element' && none === part.value)
              return todo ? (
                <a key={n} href={todo.all}>
                  {todo.none}
                </a>
              ) : (
                part.value
              )
            })}{' '}
            {messages.clearAfter}
          </span>
        </p>
      )}
    </>
  )
}

/** The first tasks of one kind, as links; nothing if there are none. */
export const TodoCard = ({ todo }: { todo: Todo }) =>
  isClear(todo) ? null : (
    <section class="card todo">
      <h2>
        <a href={todo.all}>{todo.title}</a>
      </h2>
      <Loaded query={todo.query} lines={1}>
        {() => (
          <ul>
            {todo.rows?.slice(0, maxShown).map(({ address, text, cells }) => (
              <li key={address + text}>
                <a href={address} data-item>
                  <bdi>{text}</bdi>
                </a>
                {cells.map((cell, n) => (
                  <span key={n} class="hint">
                    {cell}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
