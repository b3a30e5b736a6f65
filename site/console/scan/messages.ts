import { plural, texts } from '../../staff/messages/language.ts'

export const messages = texts({
  scans: ['Scans', 'Сканирования', 'სკანირებები', 'عمليات المسح'],
  cards: ['Command cards', 'Карточки команд', 'ბრძანებების ბარათები', 'بطاقات الأوامر'],
  print: ['Print', 'Печать', 'ბეჭდვა', 'طباعة'],
  SEAL: ['Seals the bag', 'Пломбирует сумку', 'ლუქავს ჩანთას', 'يختم الحقيبة'],
  UNDO: [
    'Takes the last package out again',
    'Вынимает последнее грузоместо',
    'ბოლო შეკვრას იღებს',
    'يُخرج آخر عبوة',
  ],
  NEXT: ['Opens another bag', 'Открывает новую сумку', 'ხსნის ახალ ჩანთას', 'يفتح حقيبة أخرى'],
  waiting: plural(
    { other: '# waiting' },
    { other: 'ожидает: #' },
    { other: 'მოლოდინში: #' },
    { other: 'قيد الانتظار: #' },
  ),
  isShipment: [
    'This is the number of a shipment. Scan the code of its package (PKG-…).',
    'Это номер отправления. Сканируйте код его грузоместа (PKG-…).',
    'ეს გზავნილის ნომერია. დაასკანირეთ მისი შეკვრის კოდი (PKG-…).',
    'هذا رقم شحنة. امسح رمز عبوتها (PKG-…).',
  ],
  unknown: [
    'No package of this company has this code',
    'У этой компании нет грузоместа с таким кодом',
    'ამ კომპანიას ასეთი კოდით შეკვრა არ აქვს',
    'لا توجد عبوة لهذه الشركة بهذا الرمز',
  ],
})
