import { useSignal } from '@preact/signals'
import { unwrap } from '../../../../shared/client/http/errors.ts'
import { anonymous, signInBy, user } from '../../../staff/api/session.ts'
import { useAct } from '../../../staff/ui/act.ts'
import rules from '../../../staff/sign-in/rules.data.ts'
import { messages as signIn } from '../../../staff/sign-in/messages.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { messages } from './messages.ts'

/** Sends the user a code by e-mail, with which a new password is set. This ends all sessions, and opens one here. */
export function ChangePassword() {
  const act = useAct()
  const isAsked = useSignal(false)
  const email = user.value?.email ?? ''
  const sendCode = () =>
    void act.run(() => anonymous.POST('/auth/email/send-reset-password', { body: { email } }), {
      onDone: () => (isAsked.value = true),
    })
  return (
    <>
      <button type="button" class="plain" aria-disabled={act.isBusy.value} onClick={sendCode}>
        {messages.changePassword}
      </button>
      {isAsked.value && (
        <FormDialog
          title={messages.changePassword}
          lead={messages.codeSent(email)}
          id="password"
          rules={rules.reset}
          names={['code', 'new_password']}
          fields={{
            code: { label: signIn.code, autocomplete: 'one-time-code' },
            new_password: { label: signIn.newPassword, type: 'password', autocomplete: 'new-password' },
          }}
          submit={messages.changePassword}
          send={async ({ code, new_password }) => {
            const [password, body] = [String(new_password), { email, code: String(code) }]
            await unwrap(
              anonymous.POST('/auth/email/reset-password', { body: { ...body, new_password: password } }),
            )
            await signInBy(() => unwrap(anonymous.POST('/api/v1/auth/login', { body: { email, password } })))
          }}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </>
  )
}
