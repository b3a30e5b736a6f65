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
  add: ['Add an authenticator app', 'Добавить приложение', 'აპის დამატება', 'إضافة تطبيق مصادقة'],
  scan: [
    'Scan this with the app, then enter the code that it shows.',
    'Отсканируйте это приложением и введите код, который оно покажет.',
    'დაასკანირეთ აპით და შეიყვანეთ კოდი, რომელსაც ის აჩვენებს.',
    'امسح هذا بالتطبيق، ثم أدخل الرمز الذي يعرضه.',
  ],
  qrCode: ['QR code for the app', 'QR-код для приложения', 'QR-კოდი აპისთვის', 'رمز QR للتطبيق'],
  type: ['Or type this key:', 'Или введите ключ:', 'ან შეიყვანეთ გასაღები:', 'أو اكتب هذا المفتاح:'],
  code: ['Code', 'Код', 'კოდი', 'الرمز'],
  codeHint: [
    'The six digits that the app shows',
    'Шесть цифр из приложения',
    'აპის ექვსი ციფრი',
    'الأرقام الستة التي يعرضها التطبيق',
  ],
  confirm: ['Confirm', 'Подтвердить', 'დადასტურება', 'تأكيد'],
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
  recovery: ['Recovery codes', 'Резервные коды', 'სარეზერვო კოდები', 'رموز الاسترداد'],
  recoveryHint: [
    'If you lose the phone, each of these lets you in once. Keep them where only you can read them: they are not shown again.',
    'Если потеряете телефон, каждый из них один раз заменит код. Храните их там, где их прочтёте только вы: больше они не показываются.',
    'თუ ტელეფონს დაკარგავთ, თითოეული ერთხელ შეგიშვებთ. შეინახეთ იქ, სადაც მხოლოდ თქვენ წაიკითხავთ: ხელახლა აღარ გამოჩნდება.',
    'إذا فقدت الهاتف، يدخلك كل منها مرة واحدة. احفظها حيث لا يقرؤها غيرك: لن تُعرض ثانية.',
  ],
  copy: ['Copy', 'Скопировать', 'კოპირება', 'نسخ'],
  kept: ['I have kept them', 'Сохранено', 'შევინახე', 'حفظتها'],
})
