import { Ellipsis } from 'lucide-preact'
import { useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { texts } from '../../staff/messages/language.ts'

const messages = texts({
  moreActions: ['More actions', 'Другие действия', 'სხვა მოქმედებები', 'إجراءات أخرى'],
})

interface MenuProps {
  /** The button. */
  summary: ComponentChildren
  /** The button's name, if it shows an icon alone. */
  label?: string
  /** Whether it closes when one of its entries is chosen. */
  closesOnChoice?: boolean
  children: ComponentChildren
}

/** A button that opens the menu below it. It closes when the focus or the Escape key leaves it. */
export function Menu({ summary, label, closesOnChoice = false, children }: MenuProps) {
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
      <summary class={label ? 'button icon' : 'button'} aria-label={label} title={label}>
        {summary}
      </summary>
      {/* It takes the focus from what cannot, such as the text of a label, so that a click there does not close it. */}
      <div class="card" tabIndex={-1} {...(closesOnChoice && { onClick: close })}>
        {children}
      </div>
    </details>
  )
}

/** A button for further actions. */
export const MoreMenu = ({ children }: { children: ComponentChildren }) => (
  <Menu label={messages.moreActions} summary={<Ellipsis size={20} aria-hidden="true" />} closesOnChoice>
    {children}
  </Menu>
)
