import { useRef } from 'preact/hooks'
import { keepBase, keptBase, textOf, type Base, type Draft } from './drafts.ts'

/**
 * The version of a record that the changes in a form are based on. It follows the record while another user changes other
 * fields. If another user changes a field of the input too, it stays until `follow` is called, so that the service refuses
 * the form once; `conflicts` names these fields.
 */
export function useBase(
  id: string,
  { etag, values }: { etag: string | undefined; values: Draft },
  draft: Draft,
) {
  const base = useRef<Base | undefined>(etag === undefined ? undefined : keptBase(id))
  const conflicts = Object.keys(draft).filter(
    (name) =>
      base.current &&
      textOf(values[name]) !== textOf(base.current.values[name]) &&
      textOf(values[name]) !== textOf(draft[name]),
  )
  const follow = () => {
    if (etag !== undefined) base.current = { etag, values }
  }
  if (conflicts.length === 0) follow()
  return {
    conflicts,
    follow,
    etag: () => base.current?.etag ?? '',
    keep: () => {
      if (base.current) keepBase(id, base.current)
    },
  }
}
