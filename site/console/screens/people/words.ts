import { texts } from '../../../staff/words/language.ts'

export const words = texts({
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
  INVITED: ['Invited', 'Приглашён', 'მოწვეული', 'مدعو'],
  ACTIVE: ['Active', 'Активен', 'აქტიური', 'نشط'],
  DEACTIVATED: ['Deactivated', 'Отключён', 'გამორთული', 'معطّل'],
  LEFT: ['Has left', 'Ушёл', 'წავიდა', 'غادر'],
  verifyTitle: ['Confirm your address', 'Подтвердите адрес', 'დაადასტურეთ მისამართი', 'أكّد عنوانك'],
  verifyHint: [
    (email: string) => `Before you invite people, create keys or webhooks, confirm that ${email} is yours.`,
    (email: string) =>
      `Прежде чем приглашать людей и создавать ключи или вебхуки, подтвердите, что ${email} — ваш адрес.`,
    (email: string) => `სანამ ადამიანებს მოიწვევთ ან გასაღებებს შექმნით, დაადასტურეთ, რომ ${email} თქვენია.`,
    (email: string) => `قبل دعوة الأشخاص أو إنشاء المفاتيح، أكّد أن ${email} عنوانك.`,
  ],
  sendCode: ['Send me a code', 'Прислать код', 'კოდის გამოგზავნა', 'أرسل الرمز'],
  code: ['Code', 'Код', 'კოდი', 'الرمز'],
  verify: ['Confirm', 'Подтвердить', 'დადასტურება', 'تأكيد'],
  verified: ['Your address is confirmed', 'Адрес подтверждён', 'მისამართი დადასტურებულია', 'تم تأكيد عنوانك'],
})
