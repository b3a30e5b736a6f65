import { formatDuration, formatFromNow } from '../../staff/messages/format.ts'
import { texts } from '../../staff/messages/language.ts'

/** Texts of couriers' tasks. */
export const messages = texts({
  noFlights: ['You have no flights', 'У вас нет рейсов', 'რეისები არ გაქვთ', 'ليست لديك رحلات'],
  noBags: ['You have no bags', 'У вас нет сумок', 'ჩანთები არ გაქვთ', 'ليست لديك حقائب'],
  cannotFly: ['I cannot fly', 'Не могу лететь', 'ვერ ვფრინავ', 'لا أستطيع السفر'],
  reportedNoShow: [
    'It is reported that you cannot fly. The office gives the bag to another courier.',
    'Сообщено, что вы не можете лететь. Офис передаст сумку другому курьеру.',
    'შეტყობინებულია, რომ ვერ მიფრინავთ. ოფისი ჩანთას სხვა კურიერს გადასცემს.',
    'أُبلغ بأنك لا تستطيع السفر. سيسلّم المكتب الحقيبة إلى مندوب آخر.',
  ],
  lostFlight: [
    'The office gives the bag another flight.',
    'Офис назначит сумке другой рейс.',
    'ოფისი ჩანთას სხვა რეისს დაუნიშნავს.',
    'سيعيّن المكتب للحقيبة رحلة أخرى.',
  ],
  cannotFlyHint: [
    'Your manager looks for another courier. It is listed with your no-shows.',
    'Руководитель найдёт другого курьера. Это записывается в ваши неявки.',
    'მენეჯერი სხვა კურიერს მოძებნის. ეს თქვენს არგამოცხადებებში ჩაიწერება.',
    'يبحث مديرك عن مندوب آخر. ويُسجَّل ضمن مرات غيابك.',
  ],
  cause: ['Why', 'Почему', 'რატომ', 'السبب'],
  sayIt: ['Send', 'Отправить', 'გაგზავნა', 'أرسل'],
  takeOver: ['I have taken it over', 'Сумка у меня', 'ჩანთა ჩემთანაა', 'استلمت الحقيبة'],
  handOver: ['I have handed it over', 'Сумку передал', 'ჩანთა გადავეცი', 'سلّمت الحقيبة'],
  takenOver: ['Taken over', 'Принято', 'მიღებულია', 'استُلمت'],
  handedOver: ['Handed over', 'Передано', 'გადაცემულია', 'سُلّمت'],
  checkIn: ['Check in', 'Сдать в багаж', 'ბარგში ჩაბარება', 'تسليم للطيران'],
  manifest: ['Manifest', 'Опись', 'მანიფესტი', 'البيان'],
  scanTag: [
    'Scan the airline’s tag',
    'Сканируйте бирку авиакомпании',
    'დაასკანირეთ ავიაკომპანიის ბირკა',
    'امسح بطاقة شركة الطيران',
  ],
  noTag: [
    'This is not an airline’s tag',
    'Это не бирка авиакомпании',
    'ეს ავიაკომპანიის ბირკა არ არის',
    'هذه ليست بطاقة شركة طيران',
  ],
  nowCheckIn: [
    'Entered below, not checked in yet',
    'Внесено ниже, ещё не сдано',
    'ქვემოთ ჩაიწერა, ჯერ არ ჩაბარებულა',
    'أُدخلت أدناه ولم تُسلّم بعد',
  ],
  tagCode: ['Number of the tag', 'Номер бирки', 'ბირკის ნომერი', 'رقم البطاقة'],
  tag: [
    (code: string) => `Tag ${code}`,
    (code: string) => `Бирка ${code}`,
    (code: string) => `ბირკა ${code}`,
    (code: string) => `البطاقة ${code}`,
  ],
  airline: ['Airline', 'Авиакомпания', 'ავიაკომპანია', 'شركة الطيران'],
  flightNumber: ['Flight number', 'Номер рейса', 'რეისის ნომერი', 'رقم الرحلة'],
})

const departs = texts({
  in: [
    (time: string) => `Departs in ${time}`,
    (time: string) => `Вылет через ${time}`,
    (time: string) => `გაფრენამდე ${time}`,
    (time: string) => `المغادرة بعد ${time}`,
  ],
  ago: [
    (time: string) => `Departs ${time}`,
    (time: string) => `Вылет ${time}`,
    (time: string) => `გაფრენა ${time}`,
    (time: string) => `المغادرة ${time}`,
  ],
})
/** "Departs in 1 hr 55 min"; of one whose time has passed "Departs 5 minutes ago". */
export function departsIn(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  return minutes < 0 ? departs.ago(formatFromNow(milliseconds)) : departs.in(formatDuration(minutes))
}

/** Why a courier does not fly. */
export const causes = texts({
  ILLNESS: ['Illness', 'Болезнь', 'ავადმყოფობა', 'مرض'],
  EMERGENCY: ['Emergency', 'Срочные обстоятельства', 'გადაუდებელი შემთხვევა', 'طارئ'],
  DOCUMENT_PROBLEM: ['Documents', 'Документы', 'საბუთები', 'مشكلة في الوثائق'],
  LATE_CANCELLATION: ['Other plans', 'Изменились планы', 'გეგმები შეიცვალა', 'تغيّرت خططي'],
  OTHER: ['Other', 'Другое', 'სხვა', 'سبب آخر'],
})
