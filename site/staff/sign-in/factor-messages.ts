import { texts } from '../messages/language.ts'

/** Texts about adding an authenticator app. */
export const messages = texts({
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
