import { texts } from '../../../staff/messages/language.ts'

export const messages = texts({
  title: ['Passkeys', 'Ключи доступа', 'წვდომის გასაღებები', 'مفاتيح المرور'],
  why: [
    'With a passkey you sign in by fingerprint, face or PIN, without password and code.',
    'С ключом доступа вы входите по отпечатку пальца, лицу или PIN-коду, без пароля и кода.',
    'წვდომის გასაღებით შედიხართ თითის ანაბეჭდით, სახით ან PIN-კოდით, პაროლისა და კოდის გარეშე.',
    'بمفتاح المرور تدخل ببصمتك أو وجهك أو رقم PIN، بلا كلمة مرور ولا رمز.',
  ],
  add: ['Add a passkey', 'Добавить ключ доступа', 'წვდომის გასაღების დამატება', 'إضافة مفتاح مرور'],
  added: [
    (time: string) => `Added ${time}`,
    (time: string) => `Добавлен ${time}`,
    (time: string) => `დაემატა ${time}`,
    (time: string) => `أُضيف ${time}`,
  ],
  used: [
    (time: string) => `Last used ${time}`,
    (time: string) => `Последний вход ${time}`,
    (time: string) => `ბოლოს გამოყენებულია ${time}`,
    (time: string) => `آخر استخدام ${time}`,
  ],
  name: ['Name', 'Название', 'სახელი', 'الاسم'],
  rename: ['Rename', 'Переименовать', 'სახელის შეცვლა', 'إعادة تسمية'],
  remove: ['Remove', 'Удалить', 'წაშლა', 'إزالة'],
  removeTitle: [
    (name: string) => `Remove ${name}?`,
    (name: string) => `Удалить ${name}?`,
    (name: string) => `წაიშალოს ${name}?`,
    (name: string) => `إزالة ${name}؟`,
  ],
  removeHint: [
    'You no longer sign in with this passkey. Delete it on your device too.',
    'Войти с этим ключом будет нельзя. Удалите его и на устройстве.',
    'ამ გასაღებით ვეღარ შეხვალთ. წაშალეთ ის მოწყობილობაზეც.',
    'لن تتمكن من الدخول بهذا المفتاح. احذفه من جهازك أيضاً.',
  ],
  known: [
    'This device has a passkey of yours already.',
    'На этом устройстве уже есть ваш ключ доступа.',
    'ამ მოწყობილობაზე თქვენი წვდომის გასაღები უკვე არის.',
    'على هذا الجهاز مفتاح مرور لك.',
  ],
})
