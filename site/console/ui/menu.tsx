import { ChevronDown } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'

/** A button with actions below it. It closes when one is chosen, and when the focus or the Escape key leaves it. */
export function Menu({ label, children }: { label: ComponentChildren; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  return (
    <details
      ref={menu}
      class="menu"
      onFocusOut={({ relatedTarget }) => {
        if (!menu.current?.contains(relatedTarget as Node | null)) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return
        event.preventDefault()
        event.stopPropagation()
        menu.current.querySelector('summary')?.focus()
        close()
      }}
    >
      <summary class="button">
        {label}
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <div class="card" onClick={close}>
        {children}
      </div>
    </details>
  )
}
