import { texts } from '../../../staff/messages/language.ts'

export const messages = texts({
  invite: ['Invite', 'Пригласить', 'მოწვევა', 'دعوة'],
  invited: [
    (email: string) => `An invitation is on its way to ${email}`,
    (email: string) => `Приглашение отправлено: ${email}`,
    (email: string) => `მოწვევა გაიგზავნა: ${email}`,
    (email: string) => `أُرسلت دعوة إلى ${email}`,
  ],
  email: ['E-mail address', 'Электронная почта', 'ელფოსტა', 'البريد الإلكتروني'],
  role: ['Role', 'Роль', 'როლი', 'الدور'],
  courier: ['Courier', 'Курьер', 'კურიერი', 'المندوب'],
  courierHint: [
    'For the role courier only',
    'Только для роли «Курьер»',
    'მხოლოდ კურიერის როლისთვის',
    'لدور المندوب فقط',
  ],
  empty: ['Only you so far', 'Пока только вы', 'ჯერ მხოლოდ თქვენ', 'أنت فقط حتى الآن'],
  again: ['Invite again', 'Пригласить снова', 'ხელახლა მოწვევა', 'إعادة الدعوة'],
  withdraw: ['Withdraw', 'Отозвать', 'გაწვევა', 'سحب الدعوة'],
  deactivate: ['Deactivate', 'Отключить', 'გამორთვა', 'تعطيل'],
  activate: ['Activate', 'Включить', 'ჩართვა', 'تفعيل'],
  undeliverable: [
    'The invitation did not arrive',
    'Приглашение не дошло',
    'მოწვევა ვერ მივიდა',
    'لم تصل الدعوة',
  ],
  deactivateHint: [
    'All their sessions end.',
    'Все сеансы завершатся.',
    'ყველა სესია დასრულდება.',
    'تنتهي كل جلساته.',
  ],
  sessions: ['Signed in on', 'Вход выполнен на', 'შესულია', 'مسجّل الدخول على'],
  device: ['Device', 'Устройство', 'მოწყობილობა', 'الجهاز'],
  unnamed: ['Unnamed', 'Без названия', 'უსახელო', 'بلا اسم'],
  opened: ['Since', 'С', 'თარიღიდან', 'منذ'],
  used: ['Last used', 'Последнее использование', 'ბოლოს გამოყენებული', 'آخر استخدام'],
  end: ['End', 'Завершить', 'დასრულება', 'إنهاء'],
  endAll: ['End all sessions', 'Завершить все сеансы', 'ყველა სესიის დასრულება', 'إنهاء كل الجلسات'],
  endOf: [
    (device: string) => `End the session on: ${device}`,
    (device: string) => `Завершить сеанс на устройстве: ${device}`,
    (device: string) => `სესიის დასრულება მოწყობილობაზე: ${device}`,
    (device: string) => `إنهاء الجلسة على: ${device}`,
  ],
  endHint: [
    'The device is signed out within 15 minutes.',
    'Устройство выйдет из системы в течение 15 минут.',
    'მოწყობილობა სისტემიდან 15 წუთში გამოვა.',
    'يُسجَّل خروج الجهاز خلال 15 دقيقة.',
  ],
  ended: ['Ended', 'Завершён', 'დასრულებულია', 'انتهت'],
  noSessions: ['Signed in nowhere', 'Нет активных сеансов', 'არსად არის შესული', 'لا جلسات'],
  INVITED: ['Invited', 'Приглашён', 'მოწვეული', 'مدعو'],
  ACTIVE: ['Active', 'Активен', 'აქტიური', 'نشط'],
  DEACTIVATED: ['Deactivated', 'Отключён', 'გამორთული', 'معطّل'],
  LEFT: ['Has left', 'Ушёл', 'წავიდა', 'غادر'],
  verifyTitle: ['Confirm your address', 'Подтвердите адрес', 'დაადასტურეთ მისამართი', 'أكّد عنوانك'],
  verifyHint: [
    (email: string) =>
      `Before you invite people, create keys or webhooks, confirm that ${email} is yours. Recipients get no e-mails until a manager has confirmed their address.`,
    (email: string) =>
      `Прежде чем приглашать людей и создавать ключи или вебхуки, подтвердите, что ${email} — ваш адрес. Пока ни один руководитель не подтвердил свой адрес, получатели не получают писем.`,
    (email: string) =>
      `სანამ ადამიანებს მოიწვევთ, გასაღებებს ან ვებჰუკებს შექმნით, დაადასტურეთ, რომ ${email} თქვენია. სანამ მენეჯერი თავის მისამართს არ დაადასტურებს, მიმღებებს წერილები არ ეგზავნებათ.`,
    (email: string) =>
      `قبل دعوة الأشخاص أو إنشاء المفاتيح أو خطافات الويب، أكّد أن ${email} عنوانك. لا تصل رسائل إلى المستلمين حتى يؤكد مدير عنوانه.`,
  ],
  sendCode: ['Send me a code', 'Прислать код', 'კოდის გამოგზავნა', 'أرسل الرمز'],
  code: ['Code', 'Код', 'კოდი', 'الرمز'],
  verify: ['Confirm', 'Подтвердить', 'დადასტურება', 'تأكيد'],
  verified: ['Your address is confirmed', 'Адрес подтверждён', 'მისამართი დადასტურებულია', 'تم تأكيد عنوانك'],
})
