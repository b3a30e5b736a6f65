import { texts } from '../../../staff/messages/language.ts'

export const messages = texts({
  queue: ['To review', 'На проверку', 'შესამოწმებელი', 'للمراجعة'],
  all: ['All', 'Все', 'ყველა', 'الكل'],
  empty: ['No scans to review', 'Проверять нечего', 'შესამოწმებელი არაფერია', 'لا شيء للمراجعة'],
  emptyOwn: [
    'None of your scans is to be reviewed',
    'Среди ваших сканирований проверять нечего',
    'თქვენს სკანირებებში შესამოწმებელი არაფერია',
    'لا شيء للمراجعة بين عمليات مسحك',
  ],
  emptyHint: [
    'Labels that were not genuine appear here.',
    'Здесь появляются неподлинные этикетки.',
    'აქ ჩნდება არანამდვილი ეტიკეტები.',
    'تظهر هنا الملصقات غير الأصلية.',
  ],
  result: ['Result', 'Результат', 'შედეგი', 'النتيجة'],
  read: ['What was read', 'Что прочитано', 'რა წაიკითხა', 'ما قُرئ'],
  by: ['Who', 'Кто', 'ვინ', 'من'],
  time: ['Time', 'Время', 'დრო', 'الوقت'],
  place: ['Place', 'Место', 'ადგილი', 'المكان'],
  review: ['Review', 'Проверка', 'შემოწმება', 'المراجعة'],
  confirm: ['Confirm (C)', 'Подтвердить (C)', 'დადასტურება (C)', 'تأكيد (C)'],
  dismiss: ['Dismiss (X)', 'Отклонить (X)', 'უარყოფა (X)', 'رفض (X)'],
  confirmed: [
    'Confirmed: the label is wrong',
    'Подтверждено: этикетка неверна',
    'დადასტურდა: ეტიკეტი არასწორია',
    'تأكّد: الملصق خاطئ',
  ],
  dismissed: [
    'Dismissed: nothing is wrong',
    'Отклонено: всё в порядке',
    'უარყოფილია: ყველაფერი რიგზეა',
    'رُفض: لا مشكلة',
  ],
  keys: [
    'Arrow keys move, C confirms that something is wrong, X dismisses.',
    'Стрелки двигают, C подтверждает нарушение, X отклоняет.',
    'ისრები გადაადგილებს, C ადასტურებს დარღვევას, X უარყოფს.',
    'الأسهم للتنقل، C للتأكيد، X للرفض.',
  ],
})
/** What a label is of, as its QR code says. */
export const labelKinds: Record<string, string> = texts({
  pkg: ['Package', 'Грузоместо', 'შეკვრა', 'عبوة'],
  bag: ['Bag', 'Сумка', 'ჩანთა', 'حقيبة'],
})
