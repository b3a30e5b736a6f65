import { Copy } from 'lucide-preact'
import { toast } from '../../design/toast.tsx'
import { texts } from '../../staff/messages/language.ts'

const messages = texts({
  copy: ['Copy', 'Копировать', 'კოპირება', 'نسخ'],
  copied: ['Copied', 'Скопировано', 'დაკოპირდა', 'تم النسخ'],
})

/** A button that copies a text; `name` says which, as in "Copy: Tracking number". */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const label = `${messages.copy}: ${name}`
  return (
    <button
      type="button"
      class="icon copy"
      aria-label={label}
      title={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => toast({ text: messages.copied }))}
    >
      <Copy size={16} aria-hidden="true" />
    </button>
  )
}
