import { useEffect, useRef } from 'preact/hooks'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { anonymous, signInBy, ticket } from '../api/session.ts'
import { Form } from '../form/form.tsx'
import { texts } from '../messages/language.ts'
import { messages } from './messages.ts'
import rules from './code.data.ts'

// Apart from those of the forms, since only users with a second factor see it.
const own = texts({
  appCode: [
    'Enter the code of your authenticator app, or a recovery code.',
    'Введите код из приложения-аутентификатора или резервный код.',
    'შეიყვანეთ ავთენტიფიკატორის აპის კოდი ან სარეზერვო კოდი.',
    'أدخل رمز تطبيق المصادقة، أو رمز استرداد.',
  ],
})

/** Asks for the code of the second factor, which ends a sign-in. */
export default function Code() {
  const card = useRef<HTMLElement>(null)
  useEffect(() => card.current?.querySelector('input')?.focus(), [])
  return (
    <main class="alone">
      <section class="card sign-in" ref={card}>
        <header>
          <span class="mark" aria-hidden="true" />
          <p class="hint">Courier Logistics</p>
          <h1>{messages.signIn}</h1>
        </header>
        <p class="lead">{own.appCode}</p>
        <Form
          id="sign-in-code"
          rules={rules}
          groups={[{ names: ['code'] }]}
          fields={{ code: { label: messages.code, autocomplete: 'one-time-code' } }}
          submit={messages.go}
          send={({ code }: { code: string }) => {
            const body = { ticket: ticket.value, code }
            return signInBy(() => unwrap(anonymous.POST('/api/v1/auth/second-factor', { body })))
          }}
          onDone={() => (ticket.value = '')}
        />
        <ul class="links">
          <li>
            <button type="button" class="plain" onClick={() => (ticket.value = '')}>
              {messages.signIn}
            </button>
          </li>
        </ul>
      </section>
    </main>
  )
}
