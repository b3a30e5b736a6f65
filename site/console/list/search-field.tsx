import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useAddress } from '../shell/address.ts'

/** Milliseconds after the last letter until a list is searched. */
const pause = 250

/** A field to search in a list. What is typed stands in the address (`q`) once it pauses, or with Enter. */
export function SearchField({ label }: { label: string }) {
  const { value, set } = useAddress()
  const searched = value('q')
  const typed = useSignal(searched)
  const sent = useRef(searched)
  const search = () => {
    sent.current = typed.value.trim()
    if (sent.current !== searched) set({ q: sent.current })
  }
  useEffect(() => {
    const timer = setTimeout(search, pause)
    return () => clearTimeout(timer)
  }, [typed.value])
  // A link, or the way back, has another text. Otherwise what was typed since stays.
  useEffect(() => {
    if (searched === sent.current) return
    sent.current = searched
    typed.value = searched
  }, [searched])
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <input
        class="dense"
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      />
    </form>
  )
}
