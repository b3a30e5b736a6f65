import { plural, texts } from '../messages/language.ts'

/** Texts of the list of shipments that have all arrived at a warehouse. */
export const messages = texts({
  hint: [
    'A shipment can be made ready to collect when all its packages have arrived here, apart from lost ones, and none is on hold. What goes to another city or has an open case is not selected.',
    'Отправление можно подготовить к выдаче, когда все его грузоместа, кроме утерянных, прибыли сюда и ни одно не задержано. То, что едет в другой город или с открытым обращением, не отмечено.',
    'გზავნილის გამზადება გასატანად შეიძლება, როცა მისი ყველა შეკვრა, დაკარგულების გარდა, აქ ჩამოვიდა და არცერთი არ არის შეჩერებული. რაც სხვა ქალაქში მიდის ან ღია საქმე აქვს, მონიშნული არ არის.',
    'يمكن تجهيز الشحنة للاستلام عندما تصل كل عبواتها، عدا المفقودة، إلى هنا ولا تكون أي منها موقوفة. ما يذهب إلى مدينة أخرى أو له حالة مفتوحة غير محدد.',
  ],
  arrivedOf: [
    (arrived: number, total: number) => `${arrived} of ${total} arrived`,
    (arrived: number, total: number) => `Прибыло ${arrived} из ${total}`,
    (arrived: number, total: number) => `ჩამოვიდა ${arrived} / ${total}`,
    (arrived: number, total: number) => `وصل ${arrived} من ${total}`,
  ],
  lost: plural(
    { one: '# is missing', other: '# are missing' },
    { one: '# утеряно', other: '# утеряно' },
    { other: 'დაკარგულია #' },
    { other: 'المفقود: #' },
  ),
  ready: plural(
    { one: '# shipment is ready', other: '# shipments are ready' },
    {
      one: 'готово # отправление',
      few: 'готово # отправления',
      many: 'готово # отправлений',
      other: 'готово # отправления',
    },
    { other: 'მზადაა # გზავნილი' },
    {
      zero: 'لا شحنات جاهزة',
      one: 'شحنة واحدة جاهزة',
      two: 'شحنتان جاهزتان',
      few: '# شحنات جاهزة',
      many: '# شحنة جاهزة',
      other: '# شحنة جاهزة',
    },
  ),
  makeReady: plural(
    { one: 'Make # shipment ready', other: 'Make # shipments ready' },
    {
      one: 'Подготовить # отправление к выдаче',
      few: 'Подготовить # отправления к выдаче',
      many: 'Подготовить # отправлений к выдаче',
      other: 'Подготовить # отправления к выдаче',
    },
    { other: 'გასატანად მზადაა: # გზავნილი' },
    {
      zero: 'لا شحنات لتجهيزها',
      one: 'تجهيز شحنة واحدة',
      two: 'تجهيز شحنتين',
      few: 'تجهيز # شحنات',
      many: 'تجهيز # شحنة',
      other: 'تجهيز # شحنة',
    },
  ),
  other_destination: [
    'Goes to another city',
    'Едет в другой город',
    'სხვა ქალაქში მიდის',
    'تذهب إلى مدينة أخرى',
  ],
  open_case: ['Has an open case', 'Есть открытое обращение', 'აქვს ღია საქმე', 'لها حالة مفتوحة'],
  check: ['Check now', 'Проверить', 'შემოწმება', 'تحقق الآن'],
  checkMore: ['Check more', 'Проверить ещё', 'კიდევ შემოწმება', 'تحقق من المزيد'],
  nothingArrived: [
    'No shipments are waiting here',
    'Здесь ничего не ожидает',
    'აქ არაფერი ელოდება',
    'لا شحنات تنتظر هنا',
  ],
})
