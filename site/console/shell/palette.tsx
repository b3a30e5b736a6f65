import { useSignal } from '@preact/signals'
import { Search } from 'lucide-preact'
import { useLocation } from 'preact-iso/router'
import { useEffect, useId } from 'preact/hooks'
import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { arrow } from '../../staff/messages/language.ts'
import { messages } from '../messages/shell.ts'
import { choicesFor, type Choice } from './choices.ts'
import { find, type Found } from './find.ts'

/** Milliseconds after the last key, before the service is asked. */
const pause = 200

/**
 * Goes to a screen or a form, to a shipment by anything that is printed on a label, a phone, a reference or a name, and to a
 * contact by its name.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { route } = useLocation()
  const typed = useSignal('')
  const found = useSignal<readonly Found[]>([])
  const isFinding = useSignal(false)
  const chosen = useSignal(0)
  const id = useId()
  const text = typed.value.trim()
  useEffect(() => {
    found.value = []
    isFinding.value = text.length > 1
    if (text.length < 2) return
    const answer = new AbortController()
    const timer = setTimeout(() => {
      find(text, answer.signal)
        .then((all) => (found.value = all))
        .catch(() => undefined)
        .finally(() => (isFinding.value = answer.signal.aborted))
    }, pause)
    return () => {
      clearTimeout(timer)
      answer.abort()
    }
  }, [text])
  const groups = choicesFor(text, found.value)
  const choices = groups.flatMap((group) => group.choices)
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
      document.getElementById(`${id}-${chosen.value}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') open(choices[at])
  }
  return (
    <Dialog title={messages.palette} onClose={onClose}>
      <div class="palette">
        <div class="line">
          <Search size={18} aria-hidden="true" />
          <input
            type="search"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-label={messages.paletteHint}
            aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
            placeholder={messages.paletteHint}
            autocomplete="off"
            value={typed.value}
            ref={(input) => input?.focus()}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value
              chosen.value = 0
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" class="plain" onClick={onClose}>
            {common.cancel}
          </button>
        </div>
        <div id={id} role="listbox" class="choices" aria-label={messages.palette}>
          {groups.map((group) => (
            <ul key={group.title} role="group" aria-label={group.title}>
              <li role="presentation">{group.title}</li>
              {group.choices.map((choice) => {
                const n = choices.indexOf(choice)
                return (
                  <li
                    key={choice.address}
                    id={`${id}-${n}`}
                    role="option"
                    aria-selected={n === at}
                    onClick={() => open(choice)}
                  >
                    <choice.icon size={16} aria-hidden="true" />
                    <span class="names">
                      <bdi>
                        <Marked text={choice.text} part={text} />
                      </bdi>
                      {choice.to !== undefined && (
                        <>
                          <span> {arrow()} </span>
                          <bdi>
                            <Marked text={choice.to} part={text} />
                          </bdi>
                        </>
                      )}
                    </span>
                    {choice.detail && <bdi class="hint">{choice.detail}</bdi>}
                  </li>
                )
              })}
            </ul>
          ))}
          {choices.length === 0 && !isFinding.value && (
            <div role="option" aria-selected="false" aria-disabled="true">
              {messages.nothingFound}
            </div>
          )}
        </div>
        <p class="keys" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {messages.keyChoose}
          </span>
          <span>
            <kbd>↵</kbd> {messages.keyOpen}
          </span>
          <span>
            <kbd>Esc</kbd> {messages.keyClose}
          </span>
        </p>
      </div>
    </Dialog>
  )
}

/** A text in which the first occurrence of a part is marked, whatever the case of its letters. */
function Marked({ text, part }: { text: string; part: string }) {
  const start = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase())
  if (start < 0) return <>{text}</>
  const end = start + part.length
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
