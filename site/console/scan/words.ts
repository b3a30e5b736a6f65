import { plural, texts } from '../words/language.ts'

export const words = texts({
  scans: ['Scans', 'Сканирования', 'სკანირებები', 'عمليات المسح'],
  waiting: plural(
    { other: '# waiting' },
    { other: 'ожидает: #' },
    { other: 'მოლოდინში: #' },
    { other: 'قيد الانتظار: #' },
  ),
  unknown: [
    'This is no label of this company',
    'Это не этикетка этой компании',
    'ეს ამ კომპანიის ეტიკეტი არ არის',
    'هذا ليس ملصقاً لهذه الشركة',
  ],
})
