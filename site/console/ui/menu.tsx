import { Ellipsis } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { texts } from '../../staff/words/language.ts'

const words = texts({
  moreActions: ['More actions', 'Другие действия', 'სხვა მოქმედებები', 'إجراءات أخرى'],
})

/** A button for further actions, which are below it. It closes when one is chosen, and when the focus or the Escape key leaves it. */
export function MoreMenu({ children }: { children: ComponentChildren }) {
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
      <summary class="button icon" aria-label={words.moreActions} title={words.moreActions}>
        <Ellipsis size={20} aria-hidden="true" />
      </summary>
      <div class="card" onClick={close}>
        {children}
      </div>
    </details>
  )
}
