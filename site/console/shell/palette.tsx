import { useSignal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { useEffect, useId } from 'preact/hooks'
import { Dialog } from '../../design/dialog.tsx'
import { hasRole } from '../../staff/api/session.ts'
import { addressOf, screens } from '../screens.ts'
import { common } from '../../staff/words/common.ts'
import { titles } from '../words/screens.ts'
import { words } from '../words/shell.ts'
import { findShipments, type Found } from './find.ts'

interface Choice {
  address: string
  text: string
  detail?: string
}
/** Milliseconds after the last key, before the service is asked. */
const pause = 200

/** Goes to a screen, or to a shipment by anything that is printed on a label, a phone, a reference or a name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const typed = useSignal('')
  const found = useSignal<readonly Found[]>([])
  const chosen = useSignal(0)
  const id = useId()
  const text = typed.value.trim()
  useEffect(() => {
    found.value = []
    if (text.length < 2) return
    const answer = new AbortController()
    const timer = setTimeout(() => {
      findShipments(text, answer.signal).then(
        (all) => (found.value = all),
        () => undefined,
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      answer.abort()
    }
  }, [text])
  const choices: Choice[] = [
    ...screens
      .filter(
        (screen) => hasRole(screen.roles) && titles[screen.name].toLowerCase().includes(text.toLowerCase()),
      )
      .map((screen) => ({ address: addressOf(screen), text: titles[screen.name] })),
    ...found.value,
  ]
  const at = Math.min(chosen.value, choices.length - 1)
  const open = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    route(choice.address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      chosen.value = (at + step + choices.length) % Math.max(1, choices.length)
    } else if (event.key === 'Enter') open(choices[at])
  }
  return (
    <Dialog title={words.palette} closeLabel={common.close} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-label={words.paletteHint}
        aria-activedescendant={`${id}-${at}`}
        placeholder={words.paletteHint}
        autocomplete="off"
        value={typed.value}
        ref={(input) => input?.focus()}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value
          chosen.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" class="choices" aria-label={words.palette}>
        {choices.map((choice, n) => (
          <li
            key={choice.address}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === at}
            onClick={() => open(choice)}
          >
            <bdi>{choice.text}</bdi>
            {choice.detail && <span class="hint">{choice.detail}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
