import { unwrap } from '../../../shared/client/http/errors.ts'
import { Dialog } from '../../design/dialog.tsx'
import { api } from '../../staff/api/client.ts'
import { Form } from '../../staff/form/form.tsx'
import { common } from '../../staff/messages/common.ts'
import { texts } from '../../staff/messages/language.ts'
import { codeField } from '../../staff/sign-in/app-secret.tsx'
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
  confirm: ['Confirm', 'Подтвердить', 'დადასტურება', 'تأكيد'],
})

/** Asks for a code of the second factor, for a request that waits for it. */
export default function ProveFactor({ onDone }: { onDone: (isProven: boolean) => void }) {
  return (
    <Dialog title={messages.title} closeLabel={common.close} onClose={() => onDone(false)}>
      <p>{messages.why}</p>
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
    </Dialog>
  )
}
