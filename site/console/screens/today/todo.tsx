import type { ComponentChildren } from 'preact'
import type { Read } from '../../../staff/api/read.ts'
import { Loaded } from '../../../staff/ui/loaded.tsx'
import { formatNumber } from '../../../staff/words/format.ts'
import { words } from './words.ts'

interface Row {
  address: string
  text: string
  detail?: ComponentChildren
}
interface TodoProps<Body extends readonly unknown[]> {
  title: string
  /** What is said when there is nothing. */
  nothing?: string
  /** The screen with all of them. */
  all: string
  query: { data?: Read<Body> | undefined; error: unknown; refetch: () => unknown }
  items: (body: Body) => readonly Body[number][]
  row: (item: Body[number]) => Row
}
const maxShown = 5

/** What is to be done of one kind: how many, and the first of them as links; small if there is nothing. */
export function Todo<Body extends readonly unknown[]>(props: TodoProps<Body>) {
  const { title, nothing = words.nothing, all, query, items, row } = props
  const isClear = query.data !== undefined && items(query.data.body).length === 0
  return (
    <section class={isClear ? 'card todo clear' : 'card stack todo'}>
      <Loaded query={query} lines={1}>
        {({ body }) => {
          const open = items(body)
          return (
            <>
              <h2>
                <a href={all}>{title}</a>
                <span class={open.length > 0 ? 'tag needs' : 'tag done'}>{formatNumber(open.length)}</span>
              </h2>
              {open.length === 0 && <p class="hint">{nothing}</p>}
              {open.length > 0 && (
                <ul>
                  {open.slice(0, maxShown).map((item) => {
                    const { address, text, detail } = row(item)
                    return (
                      <li key={address + text}>
                        <a href={address} data-item>
                          <bdi>{text}</bdi>
                        </a>
                        <span class="hint row">{detail}</span>
                      </li>
                    )
                  })}
                </ul>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
