import { useEffect } from 'preact/hooks'
import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { messages } from '../messages/shell.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

/**
 * The keys of the console, by position, so that another layout does no harm: `/` and Ctrl-K find, `n` is the screen's
 * main link or button (`data-new`), arrows move between the items of a list (`data-item`), `?` lists the keys.
 */
export function useShortcuts(act: { palette: () => void; help: () => void }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { code, ctrlKey, metaKey, shiftKey, altKey, target } = event
      const run = (action: () => void) => {
        event.preventDefault()
        action()
      }
      if ((ctrlKey || metaKey) && code === 'KeyK') {
        run(act.palette)
        return
      }
      if (ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('dialog[open]')) return
      if (code === 'Slash') {
        run(shiftKey ? act.help : act.palette)
        return
      }
      if (code === 'KeyN') {
        const item = document.querySelector<HTMLElement>('[data-new]')
        if (item) run(() => item.click())
      }
      if (code === 'ArrowDown' || code === 'ArrowUp') {
        const items = [...document.querySelectorAll<HTMLElement>('[data-item]')]
        const next = items[items.indexOf(target as HTMLElement) + (code === 'ArrowDown' ? 1 : -1)]
        if (next) run(() => next.focus())
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** The list of the keys. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const keys = [
    ['Ctrl K', messages.keyPalette],
    ['/', messages.keySearch],
    ['n', messages.keyNew],
    ['↑ ↓', messages.keyMove],
    ['Esc', messages.keyClose],
    ['?', messages.keyHelp],
  ] as const
  return (
    <Dialog title={messages.shortcuts} closeLabel={common.close} onClose={onClose}>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
