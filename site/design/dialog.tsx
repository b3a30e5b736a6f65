import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Toasts } from './toast.tsx'

interface DialogProps {
  title: ComponentChildren
  /** Next to the title. */
  status?: ComponentChildren
  /** The name of the button that closes it; without one the title is only spoken, and the content brings its own. */
  closeLabel?: string
  /** A panel is at the side, as high as the window; otherwise it is in the middle. */
  panel?: boolean
  onClose: () => void
  children: ComponentChildren
}

/**
 * Focuses what opened a dialog. Where that is gone, or was no control, it is the link to the address of the dialog, else the screen: the
 * keyboard goes on from there.
 */
function focusAfter(opener: Element | null, address: string): void {
  const former =
    opener?.isConnected && opener.matches('a, button, input, select, textarea, summary') ? opener : null
  const link = document.querySelector(`main a[href^="${CSS.escape(address)}"]`)
  const next = former ?? link ?? document.querySelector('main')
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}

/** A modal dialog (HTML `dialog`), open while it is rendered: the Escape key and a click outside close it. */
export function Dialog({ title, status, closeLabel, panel = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget | null>(null)
  const id = useId()
  useEffect(() => {
    const [opener, shown, address] = [document.activeElement, dialog.current, location.pathname]
    shown?.showModal()
    return () => {
      // What is outside cannot be focused while it is open.
      shown?.close()
      // Once the screen is rendered without it.
      queueMicrotask(() => focusAfter(opener, address))
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={panel ? 'panel' : 'box'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A click outside closes it, but not a text selection that ends there.
      onPointerDown={({ target }) => (pressed.current = target)}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && pressed.current === currentTarget) onClose()
      }}
    >
      {closeLabel === undefined ? (
        <h2 id={id} class="visually-hidden" tabIndex={-1} autofocus>
          {title}
        </h2>
      ) : (
        <header>
          <h2 id={id} tabIndex={-1} autofocus>
            {title}
          </h2>
          {status}
          <button type="button" class="icon" aria-label={closeLabel} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </button>
        </header>
      )}
      <div class="content">{children}</div>
      <Toasts />
    </dialog>
  )
}
