import { useSignal } from '@preact/signals'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { toast } from '../../design/toast.tsx'
import { api, queries } from '../../staff/api/client.ts'
import { Form } from '../../staff/form/form.tsx'
import rules from '../screens/people/rules.data.ts'
import { messages } from '../screens/people/messages.ts'
import { useAct } from '../../staff/ui/act.ts'
import { useMe } from './me.ts'
import type { Body } from '../../staff/api/body.ts'

/** Asks to confirm the user's own e-mail address, which inviting, keys and webhooks need; nothing once it is. */
export function Verification() {
  const me = useMe()
  const act = useAct()
  const isSent = useSignal(false)
  const { email = '', email_verified = true } = me ?? {}
  if (email_verified) return null
  const send = () =>
    void act.run(() => api.POST('/auth/email/send-verification', { body: { email } }), {
      onDone: () => (isSent.value = true),
    })
  return (
    <section class="card stack needs">
      <h2>{messages.verifyTitle}</h2>
      <p>{messages.verifyHint(email)}</p>
      <p>
        <button type="button" aria-disabled={act.isBusy.value} onClick={send}>
          {messages.sendCode}
        </button>
      </p>
      {isSent.value && (
        <Form
          id="verification"
          rules={rules.verify}
          groups={[{ names: ['code'] }]}
          fields={{ code: { label: messages.code, autocomplete: 'one-time-code' } }}
          submit={messages.verify}
          send={({ code }: Body<'post', '/auth/email/verify'>) =>
            unwrap(api.POST('/auth/email/verify', { body: { code, email } }))
          }
          onDone={() => {
            toast({ text: messages.verified })
            void queries.invalidateQueries()
          }}
        />
      )}
    </section>
  )
}
