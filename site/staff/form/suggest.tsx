import { useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { common } from '../messages/common.ts'

/** A value that is suggested for a field, with what tells it from others of the same text. */
export interface Suggestion {
  text: string
  detail?: string
  /** Whether another text that it is found by begins with what is typed. */
  isFoundBy?: (typed: string) => boolean
}
interface SuggestProps extends ComponentProps<'input'> {
  id: string
  value: string
  suggestions: readonly Suggestion[]
  /** Called with a suggestion that is chosen. */
  onChoose: (suggestion: Suggestion) => void
}
/** More are found by typing on. */
const maxShown = 8

/**
 * A text field with suggestions below it: those that contain the typed text or were found by it, those that begin with it
 * first (ARIA combobox with a list, autocomplete "list"). Any other text may be entered too.
 */
export function Suggest({ id, value, suggestions, onChoose, ...input }: SuggestProps) {
  const isOpen = useSignal(false)
  const chosen = useSignal(-1)
  const matching = value === '' ? [] : matches(value, suggestions)
  const isShown = isOpen.value && matching.length > 0
  const at = Math.min(chosen.value, matching.length - 1)
  const choose = (suggestion: Suggestion) => {
    isOpen.value = false
    onChoose(suggestion)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const current = matching[at]
    if (step !== undefined && matching.length > 0) {
      isOpen.value = true
      chosen.value = (at + step + matching.length) % matching.length
    } else if (event.key === 'Enter' && isShown && current) choose(current)
    else if (event.key === 'Escape' && isShown) isOpen.value = false
    else return
    // Neither sends the form nor closes its dialog.
    event.preventDefault()
  }
  return (
    <span class="suggest">
      <input
        {...input}
        id={id}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        {...(isShown && at >= 0 && { 'aria-activedescendant': `${id}-list-${at}` })}
        onInput={(event) => {
          isOpen.value = true
          chosen.value = -1
          input.onInput?.(event)
        }}
        onBlur={() => (isOpen.value = false)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <ul id={`${id}-list`} role="listbox" class="choices" aria-label={common.suggestions}>
          {matching.map((one, n) => (
            <li
              key={`${one.text} ${one.detail ?? ''}`}
              id={`${id}-list-${n}`}
              role="option"
              aria-selected={n === at}
              // Before the field loses the focus, which closes the list.
              onPointerDown={(event) => {
                event.preventDefault()
                choose(one)
              }}
            >
              <bdi>{one.text}</bdi>
              {one.detail && <span class="hint">{one.detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </span>
  )
}

/** The suggestions for a text, those that begin with it first; none if it is the only one already. */
function matches(typed: string, suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const text = typed.toLowerCase()
  const [first, later]: [Suggestion[], Suggestion[]] = [[], []]
  for (const one of suggestions) {
    const position = one.text.toLowerCase().indexOf(text)
    if (position === 0 || (position < 0 && one.isFoundBy?.(typed))) first.push(one)
    else if (position > 0) later.push(one)
  }
  const found = [...first, ...later]
  return found.length === 1 && found[0]?.text === typed ? [] : found.slice(0, maxShown)
}
