import { useSignal } from '@preact/signals'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { Dialog } from '../../design/dialog.tsx'
import { api, messageOf } from '../../staff/api/client.ts'
import { Form } from '../../staff/form/form.tsx'
import { common } from '../../staff/messages/common.ts'
import { texts } from '../../staff/messages/language.ts'
import { codeField } from '../../staff/sign-in/app-secret.tsx'
import { canUsePasskeys, passkeyAnswer, wasCancelled } from '../../staff/sign-in/passkey.ts'
import { useMe } from '../ui/me.ts'
import rules from '../screens/sessions/rules.data.ts'

// Apart from the texts of the shell, since only users with a second factor see it.
const messages = texts({
  title: ['Confirm that it is you', 'Подтвердите, что это вы', 'დაადასტურეთ, რომ ეს თქვენ ხართ', 'أكّد أنك أنت'],
  why: [
    'What you are about to do needs a code of your authenticator app, or a recovery code.',
    'Для этого действия нужен код из приложения-аутентификатора или резервный код.',
    'ამ მოქმედებისთვის საჭიროა ავთენტიფიკატორის აპის კოდი ან სარეზერვო კოდი.',
    'يتطلب هذا الإجراء رمزاً من تطبيق المصادقة، أو رمز استرداد.',
  ],
  whyPasskey: [
    'What you are about to do needs your passkey.',
    'Для этого действия нужен ваш ключ доступа.',
    'ამ მოქმედებისთვის საჭიროა თქვენი წვდომის გასაღები.',
    'يتطلب هذا الإجراء مفتاح المرور.',
  ],
  passkey: ['Use a passkey', 'Использовать ключ доступа', 'წვდომის გასაღების გამოყენება', 'استخدام مفتاح مرور'],
  confirm: ['Confirm', 'Подтвердить', 'დადასტურება', 'تأكيد'],
})

/** Asks for a code of the second factor, or a passkey, for a request that waits for it. */
export default function ProveFactor({ onDone }: { onDone: (isProven: boolean) => void }) {
  const me = useMe()
  const hasApp = me?.second_factor_since !== null
  return (
    <Dialog title={messages.title} closeLabel={common.close} onClose={() => onDone(false)}>
      <p>{hasApp ? messages.why : messages.whyPasskey}</p>
      {me && me.passkeys > 0 && canUsePasskeys() && <UsePasskey onDone={onDone} />}
      {hasApp && (
        <Form
          id="prove-factor"
          rules={rules}
          groups={[{ names: ['code'] }]}
          fields={codeField()}
          submit={messages.confirm}
          cancel={common.back}
          onCancel={() => onDone(false)}
          send={(body: { code: string }) => unwrap(api.POST('/api/v1/users/me/second-factor/prove', { body }))}
          onDone={() => onDone(true)}
        />
      )}
    </Dialog>
  )
}

function UsePasskey({ onDone }: { onDone: (isProven: boolean) => void }) {
  const problem = useSignal('')
  const use = () =>
    void passkeyAnswer()
      .then((body) => unwrap(api.POST('/api/v1/users/me/passkeys/prove', { body })))
      .then(() => onDone(true))
      .catch((error: unknown) => void (problem.value = wasCancelled(error) ? '' : messageOf(error)))
  return (
    <>
      {problem.value && (
        <p class="error" role="alert">
          {problem.value}
        </p>
      )}
      <p class="row">
        <button type="button" class="primary" onClick={use}>
          {messages.passkey}
        </button>
      </p>
    </>
  )
}
