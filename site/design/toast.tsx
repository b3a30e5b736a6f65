import { signal } from '@preact/signals'
import { CircleAlert, CircleCheck } from 'lucide-preact'

interface ToastContent {
  text: string
  isError?: boolean
  action?: { label: string; act: () => void }
}
const shown = signal<(ToastContent & { id: number })[]>([])
/** In milliseconds; one with an action stays longer, since it has to be read and reached (WCAG 2.2.1). */
const [duration, durationWithAction] = [5000, 12_000]
let lastId = 0

/** Shows a message over the page for a few seconds, such as "Deleted" with "Undo". */
export function toast(content: ToastContent): void {
  const id = ++lastId
  shown.value = [...shown.value.slice(-2), { ...content, id }]
  setTimeout(() => dismiss(id), content.action ? durationWithAction : duration)
}
const dismiss = (id: number) => (shown.value = shown.value.filter((one) => one.id !== id))

/** The place of the messages. A page has one, and each dialog, which covers the page's. */
export const Toasts = () => (
  <div class="toasts" role="status">
    {shown.value.map(({ id, text, isError = false, action }) => (
      <p key={id} class={isError ? 'toast wrong' : 'toast'}>
        {isError ? <CircleAlert size={18} aria-hidden="true" /> : <CircleCheck size={18} aria-hidden="true" />}
        <span>{text}</span>
        {action && (
          <button
            type="button"
            class="plain"
            onClick={() => {
              dismiss(id)
              action.act()
            }}
          >
            {action.label}
          </button>
        )}
      </p>
    ))}
  </div>
)
