import { Dialog } from '../../design/dialog.tsx'
import { common } from '../../staff/messages/common.ts'
import { texts } from '../../staff/messages/language.ts'
import { CopyButton } from './copy.tsx'

const messages = texts({
  title: ['Shown once', 'Показывается один раз', 'ნაჩვენებია ერთხელ', 'يُعرض مرة واحدة'],
  hint: [
    'Keep it now: it cannot be shown again.',
    'Сохраните сейчас: больше его не показать.',
    'შეინახეთ ახლავე: ხელახლა ვერ ნახავთ.',
    'احفظه الآن: لا يمكن عرضه مجدداً.',
  ],
})

/** Secrets of a new key or webhook, which are shown once, by name. */
export const SecretDialog = ({
  secrets,
  onClose,
}: {
  secrets: Record<string, string>
  onClose: () => void
}) => (
  <Dialog title={messages.title} closeLabel={common.close} onClose={onClose}>
    <p>{messages.hint}</p>
    {Object.entries(secrets).map(([name, value]) => (
      <p key={name} class="field">
        <label for={`secret-${name}`}>{name}</label>
        <span class="line">
          <input id={`secret-${name}`} class="code" readOnly value={value} />
          <CopyButton name={name} text={value} />
        </span>
      </p>
    ))}
  </Dialog>
)
