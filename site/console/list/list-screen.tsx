import { Plus } from 'lucide-preact'
import { useLocation, useRoute } from 'preact-iso/router'
import type { ComponentChildren } from 'preact'
import { Empty } from '../../design/states.tsx'
import { office } from '../messages/office.ts'
import { messages as shell } from '../messages/shell.ts'
import { NotPermitted } from '../ui/not-permitted.tsx'
import { onScreen } from '../shell/address.ts'
import type { CardOf } from './card.tsx'
import { ListTable, type ColumnOf, type Listed } from './list-table.tsx'

interface ListScreenProps<T extends { id: string }> {
  title: string
  /** The address of the screen; a record opens below it, and `new` is the form for one more. */
  address: string
  list: Listed<T>
  columns: readonly ColumnOf<T>[]
  card?: (item: T) => CardOf
  /** The name of the button that opens the form; without one, there is none. */
  create?: string | false
  empty: string
  emptyHint?: string
  /** Between the title and the button. */
  tools?: ComponentChildren
  /** The panel of a record. */
  panel?: (id: string, close: () => void) => ComponentChildren
  /** The form for one more. */
  form?: (close: () => void) => ComponentChildren
}

/** In an empty list: the button that adds the first. */
export const CreateLink = ({ address }: { address: string }) => (
  <p>
    <a class="button" href={onScreen(`${address}/new`)}>
      {office.beginHere}
    </a>
  </p>
)

/** Whether the address has a choice of the screen, so that an empty list does not say that there is nothing. */
const isFiltered = () =>
  [...new URLSearchParams(location.search).keys()].some((name) => name !== 'sort' && name !== 'view')

/** A screen with a list, the record of the address in a panel, and the form for one more. */
export function ListScreen<T extends { id: string }>(props: ListScreenProps<T>) {
  const { title, address, list, columns, card, create, empty, emptyHint, tools, panel, form } = props
  const { route } = useLocation()
  const { params } = useRoute()
  const open = params['id']
  const close = () => route(onScreen(address))
  return (
    <>
      <div class="head">
        <h1>{title}</h1>
        {tools}
        {create && (
          <a class="button primary" href={onScreen(`${address}/new`)} data-new>
            <Plus size={18} aria-hidden="true" />
            <span>{create}</span>
          </a>
        )}
      </div>
      <ListTable
        list={list}
        columns={columns}
        {...(card && { card })}
        {...(panel && { address: ({ id }: T) => onScreen(`${address}/${id}`) })}
        empty={
          isFiltered() ? (
            <Empty title={shell.nothingFound} />
          ) : (
            <Empty title={empty}>
              {emptyHint && <p>{emptyHint}</p>}
              {create && <CreateLink address={address} />}
            </Empty>
          )
        }
      />
      {open === 'new' && (create ? form?.(close) : <NotPermitted onClose={close} />)}
      {open && open !== 'new' && panel?.(open, close)}
    </>
  )
}
