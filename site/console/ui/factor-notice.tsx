import { formatTime } from '../../staff/messages/format.ts'
import { texts } from '../../staff/messages/language.ts'
import { useMe } from './me.ts'

const messages = texts({
  required: [
    (time: string) => `From ${time}, your company requires an authenticator app or a passkey to sign in.`,
    (time: string) => `С ${time} ваша компания требует для входа приложение-аутентификатор или ключ доступа.`,
    (time: string) =>
      `${time}-დან თქვენი კომპანია შესასვლელად ავთენტიფიკატორის აპს ან წვდომის გასაღებს მოითხოვს.`,
    (time: string) => `ابتداءً من ${time} تشترط شركتك تطبيق مصادقة أو مفتاح مرور لتسجيل الدخول.`,
  ],
  add: ['Add it now', 'Добавить сейчас', 'ახლავე დამატება', 'أضفه الآن'],
})

/** Says from when the company requires a second factor of a user who has none. */
export function FactorNotice() {
  const me = useMe()
  const from = me?.second_factor_required_from
  if (!from || me.second_factor_since || me.passkeys > 0) return null
  return (
    <p class="note needs">
      {messages.required(formatTime(from))} <a href="/console/sessions">{messages.add}</a>
    </p>
  )
}
