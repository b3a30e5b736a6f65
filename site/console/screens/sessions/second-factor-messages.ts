import { texts } from '../../../staff/messages/language.ts'

export const messages = texts({
  title: ['Authenticator app', 'Приложение-аутентификатор', 'ავთენტიფიკატორის აპი', 'تطبيق المصادقة'],
  why: [
    'With an app such as Google Authenticator, a stolen password is not enough to sign in to your account.',
    'С приложением вроде Google Authenticator украденного пароля мало, чтобы войти в вашу учётную запись.',
    'აპით, მაგალითად Google Authenticator-ით, მოპარული პაროლი ანგარიშში შესასვლელად საკმარისი აღარ არის.',
    'مع تطبيق مثل Google Authenticator لا تكفي كلمة مرور مسروقة للدخول إلى حسابك.',
  ],
  since: [
    (time: string) => `Signing in needs a code of your app since ${time}.`,
    (time: string) => `С ${time} для входа нужен код из вашего приложения.`,
    (time: string) => `${time}-დან შესასვლელად თქვენი აპის კოდია საჭირო.`,
    (time: string) => `يحتاج تسجيل الدخول إلى رمز من تطبيقك منذ ${time}.`,
  ],
  renew: ['New recovery codes', 'Новые резервные коды', 'ახალი სარეზერვო კოდები', 'رموز استرداد جديدة'],
  renewHint: [
    'The former ones no longer work.',
    'Прежние перестанут действовать.',
    'წინა კოდები აღარ იმუშავებს.',
    'لن تعمل الرموز السابقة بعدها.',
  ],
  end: ['Remove the app', 'Удалить приложение', 'აპის წაშლა', 'إزالة التطبيق'],
  endHint: [
    'Signing in then needs the password only. A recovery code works too.',
    'Тогда для входа хватит пароля. Подойдёт и резервный код.',
    'შემდეგ შესასვლელად მხოლოდ პაროლი იქნება საჭირო. სარეზერვო კოდიც გამოდგება.',
    'عندها يكفي لتسجيل الدخول كلمة المرور وحدها. يصلح رمز استرداد أيضاً.',
  ],
})
