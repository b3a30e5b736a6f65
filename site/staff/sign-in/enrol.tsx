import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { unwrap } from '../../../shared/client/http/errors.ts'
import { Skeleton } from '../../design/states.tsx'
import { messageOf } from '../api/client.ts'
import { anonymous, leaveEnrolment, signInBy, ticket } from '../api/session.ts'
import { Form } from '../form/form.tsx'
import { common } from '../messages/common.ts'
import { texts } from '../messages/language.ts'
import { AppSecret, codeField } from './app-secret.tsx'
import { messages as factor } from './factor-messages.ts'
import { messages } from './messages.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import rules from './enrol.data.ts'

const own = texts({
  required: [
    'Your company requires a code of an authenticator app at each sign-in. Install one, such as Google Authenticator, and add your account.',
    'Ваша компания требует при каждом входе код из приложения-аутентификатора. Установите его, например Google Authenticator, и добавьте учётную запись.',
    'თქვენი კომპანია ყოველ შესვლაზე ავთენტიფიკატორის აპის კოდს მოითხოვს. დააყენეთ აპი, მაგალითად Google Authenticator, და დაამატეთ ანგარიში.',
    'تشترط شركتك رمزاً من تطبيق مصادقة عند كل تسجيل دخول. ثبّت تطبيقاً، مثل Google Authenticator، وأضف حسابك.',
  ],
  open: [
    'Open the app on this device',
    'Открыть приложение на этом устройстве',
    'აპის გახსნა ამ მოწყობილობაზე',
    'فتح التطبيق على هذا الجهاز',
  ],
})

/** Adds the authenticator app that the company requires, which ends a sign-in; then its recovery codes are shown. */
export default function Enrol() {
  const begun = useSignal<{ secret: string; uri: string } | undefined>(undefined)
  const problem = useSignal('')
  const recovery = useSignal<readonly string[] | undefined>(undefined)
  const leave = () => {
    // A link to an invitation has been followed.
    if (location.hash !== '') history.replaceState(null, '', location.pathname)
    leaveEnrolment()
  }
  useEffect(() => {
    unwrap(anonymous.POST('/api/v1/auth/second-factor/enrolment', { body: { ticket: ticket.value } })).then(
      (secret) => (begun.value = secret),
      (error: unknown) => (problem.value = messageOf(error)),
    )
  }, [])
  return (
    <main class="alone">
      <section class="card sign-in">
        <header>
          <span class="mark" aria-hidden="true" />
          <p class="hint">Courier Logistics</p>
          <h1>{recovery.value ? factor.recovery : factor.add}</h1>
        </header>
        {recovery.value ? (
          <RecoveryCodes codes={recovery.value} onKept={leave} />
        ) : (
          <>
            <p class="lead">{own.required}</p>
            {problem.value && <p class="note wrong">{problem.value}</p>}
            {!begun.value && !problem.value && <Skeleton label={common.loading} />}
            {begun.value && (
              <>
                <AppSecret {...begun.value} />
                <a href={begun.value.uri}>{own.open}</a>
                <Form
                  id="sign-in-enrol"
                  rules={rules}
                  groups={[{ names: ['code'] }]}
                  fields={codeField()}
                  submit={factor.confirm}
                  send={async ({ code }: { code: string }) => {
                    const body = { ticket: ticket.value, code }
                    let codes: readonly string[] = []
                    await signInBy(async () => {
                      const answer = await unwrap(
                        anonymous.POST('/api/v1/auth/second-factor/enrolment/confirm', { body }),
                      )
                      codes = answer.recovery_codes
                      return answer
                    })
                    return codes
                  }}
                  onDone={(codes) => (recovery.value = codes)}
                />
              </>
            )}
            <ul class="links">
              <li>
                <button type="button" class="plain" onClick={leave}>
                  {messages.signIn}
                </button>
              </li>
            </ul>
          </>
        )}
      </section>
    </main>
  )
}
