import { plural, texts } from './language.ts'
import { notPermitted } from './not-permitted.ts'

/** Texts that several screens use. */
export const common = texts({
  today: ['Today', 'Сегодня', 'დღეს', 'اليوم'],
  yesterday: ['Yesterday', 'Вчера', 'გუშინ', 'أمس'],
  kg: ['kg', 'кг', 'კგ', 'كغ'],
  language: ['Language', 'Язык', 'ენა', 'اللغة'],
  signOut: ['Sign out', 'Выйти', 'გასვლა', 'تسجيل الخروج'],
  close: ['Close', 'Закрыть', 'დახურვა', 'إغلاق'],
  back: ['Back', 'Назад', 'უკან', 'رجوع'],
  cancel: ['Cancel', 'Отмена', 'გაუქმება', 'إلغاء'],
  clear: ['Clear', 'Очистить', 'გასუფთავება', 'مسح'],
  loading: ['Loading …', 'Загрузка …', 'იტვირთება …', 'جارٍ التحميل …'],
  tryAgain: ['Try again', 'Повторить', 'ხელახლა ცდა', 'إعادة المحاولة'],
  undo: ['Undo', 'Отменить', 'დაბრუნება', 'تراجع'],
  suggestions: ['Suggestions', 'Подсказки', 'შემოთავაზებები', 'اقتراحات'],
  yes: ['Yes', 'Да', 'დიახ', 'نعم'],
  no: ['No', 'Нет', 'არა', 'لا'],
  notSet: ['Not set', 'Не указано', 'მითითებული არ არის', 'غير محدد'],
  optional: ['optional', 'необязательно', 'არასავალდებულო', 'اختياري'],
  sending: ['Sending …', 'Отправка …', 'იგზავნება …', 'جارٍ الإرسال …'],
  correctFields: [
    'Correct the marked fields.',
    'Исправьте отмеченные поля.',
    'გაასწორეთ მონიშნული ველები.',
    'صحّح الحقول المحددة.',
  ],
  unknownOutcome: [
    'No response was received, so it is not known whether this worked. Send it again unchanged: it is not done twice.',
    'Ответ не получен, поэтому неизвестно, выполнено ли это. Отправьте ещё раз без изменений: дважды это не выполнится.',
    'პასუხი არ მოსულა, ამიტომ უცნობია, შესრულდა თუ არა. გაგზავნეთ ხელახლა უცვლელად: ორჯერ არ შესრულდება.',
    'لم يصل رد، لذا لا يُعرف هل تم ذلك. أرسله مرة أخرى دون تغيير: لن يُنفَّذ مرتين.',
  ],
  offline: [
    'You are offline. Try again when the network is back.',
    'Нет сети. Повторите, когда связь появится.',
    'ქსელი არ არის. სცადეთ ხელახლა, როცა კავშირი აღდგება.',
    'لا يوجد اتصال. حاول مجدداً عند عودة الشبكة.',
  ],
  failing: [
    'The service cannot be reached at the moment.',
    'Сервис сейчас недоступен.',
    'სერვისი ამჟამად მიუწვდომელია.',
    'لا يمكن الوصول إلى الخدمة حالياً.',
  ],
  forbidden: notPermitted,
  changedFields: [
    'It was changed meanwhile. Save again to keep what you entered, or take the new values.',
    'Данные тем временем изменились. Сохраните ещё раз, чтобы оставить введённое, или примите новые значения.',
    'მონაცემები ამასობაში შეიცვალა. შეინახეთ ხელახლა, რომ თქვენი შეყვანილი დარჩეს, ან მიიღეთ ახალი მნიშვნელობები.',
    'تغيّرت البيانات في هذه الأثناء. احفظ مرة أخرى للإبقاء على ما أدخلته، أو خذ القيم الجديدة.',
  ],
  takeNew: [
    'Take the new values',
    'Принять новые значения',
    'ახალი მნიშვნელობების მიღება',
    'أخذ القيم الجديدة',
  ],
  isNow: [
    (value: string) => `Is now: ${value}`,
    (value: string) => `Теперь: ${value}`,
    (value: string) => `ახლა: ${value}`,
    (value: string) => `الآن: ${value}`,
  ],
  packages: plural(
    { one: '# package', other: '# packages' },
    { one: '# грузоместо', few: '# грузоместа', many: '# грузомест', other: '# грузоместа' },
    { other: '# შეკვრა' },
    { zero: 'لا عبوات', one: 'عبوة واحدة', two: 'عبوتان', few: '# عبوات', many: '# عبوة', other: '# عبوة' },
  ),
})
