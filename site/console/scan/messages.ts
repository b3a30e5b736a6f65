import { plural, texts } from '../../staff/messages/language.ts'

export const messages = texts({
  scans: ['Scans', 'Сканирования', 'სკანირებები', 'عمليات المسح'],
  cards: ['Command cards', 'Карточки команд', 'ბრძანებების ბარათები', 'بطاقات الأوامر'],
  print: ['Print', 'Печать', 'ბეჭდვა', 'طباعة'],
  SEAL: ['Seals the bag', 'Пломбирует сумку', 'ლუქავს ჩანთას', 'يختم الحقيبة'],
  UNDO: ['Takes the last package out again', 'Вынимает последнее место', 'ბოლო შეკვრას იღებს', 'يُخرج آخر عبوة'],
  NEXT: ['Opens another bag', 'Открывает новую сумку', 'ხსნის ახალ ჩანთას', 'يفتح حقيبة أخرى'],
  waiting: plural(
    { other: '# waiting' },
    { other: 'ожидает: #' },
    { other: 'მოლოდინში: #' },
    { other: 'قيد الانتظار: #' },
  ),
  unknown: [
    'This is not a label of this company',
    'Это не этикетка этой компании',
    'ეს ამ კომპანიის ეტიკეტი არ არის',
    'هذا ليس ملصقاً لهذه الشركة',
  ],
})
