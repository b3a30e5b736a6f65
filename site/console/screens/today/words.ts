import { texts } from '../../../staff/words/language.ts'

export const words = texts({
  departures: [
    'Departures in the next 24 hours',
    'Вылеты в ближайшие 24 часа',
    'გაფრენები მომდევნო 24 საათში',
    'المغادرات خلال 24 ساعة',
  ],
  withoutCourier: ['Bags without a courier', 'Сумки без курьера', 'ჩანთები კურიერის გარეშე', 'حقائب بلا مندوب'],
  cannotFly: [
    'Couriers who cannot fly',
    'Курьеры, которые не могут лететь',
    'კურიერები, რომლებიც ვერ მიფრინავენ',
    'مندوبون لا يستطيعون السفر',
  ],
  chooseAnother: [
    (courier: string, flight: string) => `${courier} cannot fly ${flight}: choose another courier`,
    (courier: string, flight: string) =>
      `${courier} не может лететь рейсом ${flight}: выберите другого курьера`,
    (courier: string, flight: string) => `${courier} ვერ მიფრინავს რეისით ${flight}: აირჩიეთ სხვა კურიერი`,
    (courier: string, flight: string) => `${courier} لا يستطيع السفر على الرحلة ${flight}: اختر مندوباً آخر`,
  ],
  overdue: ['Overdue cases', 'Просроченные обращения', 'ვადაგადაცილებული შემთხვევები', 'حالات متأخرة'],
  missing: ['Missing parcels', 'Недостающие посылки', 'დაკარგული ამანათები', 'طرود ناقصة'],
  scans: ['Rejected scans', 'Отклонённые сканирования', 'უარყოფილი სკანირებები', 'عمليات مسح مرفوضة'],
  webhooks: ['Failing webhooks', 'Вебхуки с ошибками', 'გაუმართავი ვებჰუკები', 'خطافات متعطلة'],
  nothing: ['Nothing:', 'Нет:', 'არ არის:', 'لا شيء:'],
  bookedToday: ['Booked today', 'Оформлено сегодня', 'დღეს გაფორმებული', 'حُجزت اليوم'],
  deliveredToday: ['Delivered today', 'Вручено сегодня', 'დღეს ჩაბარებული', 'سُلّمت اليوم'],
  figures: ['Figures', 'Показатели', 'მაჩვენებლები', 'الأرقام'],
  perDay: [
    'Shipments by status',
    'Отправления по статусам',
    'გზავნილები სტატუსების მიხედვით',
    'الشحنات حسب الحالة',
  ],
  perDayUnit: [
    'Booked a day, last 14 days',
    'Оформлено в день, за 14 дней',
    'გაფორმებული დღეში, ბოლო 14 დღე',
    'المحجوزة يومياً خلال 14 يوماً',
  ],
  noBookings: [
    'No shipments in the last two weeks. Book one, or import a file',
    'За последние две недели отправлений нет. Оформите новое или загрузите файл',
    'ბოლო ორ კვირაში გზავნილი არ არის. დაარეგისტრირეთ ახალი ან ატვირთეთ ფაილი',
    'لا شحنات في آخر أسبوعين. احجز شحنة أو استورد ملفاً',
  ],
  onTime: ['Delivered on time', 'Вручено вовремя', 'დროულად ჩაბარებული', 'سُلّمت في الموعد'],
  onTimeUnit: [
    'Share of deliveries a day, last 14 days',
    'Доля вручений в день, за 14 дней',
    'ჩაბარებების წილი დღეში, ბოლო 14 დღე',
    'نسبة التسليمات يومياً خلال 14 يوماً',
  ],
  noDeliveries: [
    'Nothing was delivered in the last two weeks. Hand over what is ready for pickup',
    'За последние две недели ничего не вручено. Выдайте то, что готово к выдаче',
    'ბოლო ორ კვირაში არაფერი ჩაბარებულა. გადაეცით, რაც გასატანად მზადაა',
    'لم يُسلَّم شيء في آخر أسبوعين. سلّم ما هو جاهز للاستلام',
  ],
  underway: ['Under way', 'В работе', 'პროცესში', 'قيد التنفيذ'],
  ready: ['Ready for pickup', 'Готово к выдаче', 'გასატანად მზადაა', 'جاهزة للاستلام'],
  delivered: ['Delivered', 'Вручено', 'ჩაბარებული', 'سُلّمت'],
  returned: ['Returned', 'Возвращено', 'დაბრუნებული', 'أُعيدت'],
})
