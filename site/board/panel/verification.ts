import { element } from '../../shared/element.ts'
import { call } from '../api/api-client.ts'
import { errorMessage } from '../api/request.ts'
import { email } from '../api/session.ts'
import { requestForm } from '../form/form.ts'
import rules from '../form/rules.built.ts'
import { words } from '../ui/words.ts'

/** Verifies the user's e-mail address: sends a code and takes it. `onVerified` is called after that. */
export function verification(onVerified: () => void) {
  const status = element('p', { class: 'small', role: 'status' })
  const { form, input } = requestForm(
    {
      ...{ id: 'verification', submitLabel: words.verify },
      rules: rules.verification,
      fieldAttributes: { code: { autocomplete: 'one-time-code' } },
      groups: [{ names: ['code'] }],
      request: ({ body }) => call('POST /auth/email/verify', { body: { ...(body as object), email: email() } }),
    },
    onVerified,
  )
  form.hidden = true
  const send = element('button', { type: 'button' }, words.sendCode)
  send.addEventListener('click', () => {
    send.setAttribute('aria-disabled', 'true')
    call<{ message: string }>('POST /auth/email/send-verification', { body: { email: email() } })
      .then(() => {
        status.textContent = words.codeSent(email())
        send.className = 'plain'
        form.hidden = false
        input('code')?.focus()
      })
      .catch((error: unknown) => (status.textContent = errorMessage(error)))
      .finally(() => send.removeAttribute('aria-disabled'))
  })
  return element('section', {}, element('p', {}, words.verifyHint(email())), send, status, form)
}
