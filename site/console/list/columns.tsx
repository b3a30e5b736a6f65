import { useSignal } from '@preact/signals'
import { Menu } from '../ui/menu.tsx'
import type { ColumnOf } from './list-table.tsx'

/** The columns of a list that are not hidden, at first or by the user, which is kept in this browser, and the choice of them. */
export function useColumns<T>(
  list: string,
  { label, hidden: first = [] }: { label: string; hidden?: readonly string[] },
  columns: readonly (ColumnOf<T> & { name: string })[],
) {
  const key = `columns ${list}`
  const hidden = useSignal<readonly string[]>(
    JSON.parse(localStorage.getItem(key) ?? JSON.stringify(first)) as string[],
  )
  const toggle = (name: string) => {
    const isHidden = hidden.value.includes(name)
    hidden.value = isHidden ? hidden.value.filter((one) => one !== name) : [...hidden.value, name]
    localStorage.setItem(key, JSON.stringify(hidden.value))
  }
  const choice = (
    <Menu summary={label}>
      {columns.slice(1).map(({ name, title }) => (
        <label key={name} class="check">
          <input type="checkbox" checked={!hidden.value.includes(name)} onChange={() => toggle(name)} />
          {title}
        </label>
      ))}
    </Menu>
  )
  return { shown: columns.filter(({ name }) => !hidden.value.includes(name)), choice }
}
