import { useSignal } from '@preact/signals'

/** A field to search in a list. `onSearch` gets the text on Enter, and "" when the field is cleared. */
export function SearchField({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
  const typed = useSignal('')
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.value.trim())
      }}
    >
      <input
        class="dense"
        type="search"
        aria-label={label}
        placeholder={label}
        autocomplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          if (currentTarget.value === '') onSearch('')
        }}
      />
    </form>
  )
}
