import { defaultCategory } from '../../../shared/domain/packages/default-category.ts'
import type { Shipment } from '../api/records.ts'
import type { BagStatus } from '../../../shared/domain/bags/status.ts'
import type { CourierStatus } from '../../../shared/domain/couriers/status.ts'
import type { FlightStatus } from '../../../shared/domain/flights/status.ts'
import type { PackageStatus } from '../../../shared/domain/packages/status.ts'
import type { ShipmentStatus } from '../../../shared/domain/shipments/status.ts'
import { shipmentTones, type Tone } from '../../../shared/domain/messages/tones.ts'
import { texts } from './language.ts'

interface Kinds {
  shipment: ShipmentStatus
  package: PackageStatus
  bag: BagStatus
  flight: FlightStatus
  courier: CourierStatus
}
export type Kind = keyof Kinds

/** The tone of each status of each kind of record. */
export const tones: { [K in Kind]: Record<Kinds[K], Tone> } = {
  shipment: shipmentTones,
  package: {
    CREATED: 'waiting',
    IN_WAREHOUSE: 'waiting',
    ASSIGNED_TO_BAG: 'waiting',
    IN_TRANSIT: 'moving',
    ARRIVED: 'done',
    READY_FOR_PICKUP: 'needs',
    DELIVERED: 'done',
    RETURNED: 'wrong',
    LOST: 'wrong',
  },
  bag: { OPEN: 'waiting', SEALED: 'waiting', CHECKED_IN: 'moving', IN_TRANSIT: 'moving', DELIVERED: 'done' },
  flight: { SCHEDULED: 'waiting', BOARDING: 'needs', DEPARTED: 'moving', ARRIVED: 'done', CANCELLED: 'wrong' },
  courier: { ACTIVE: 'done', SUSPENDED: 'wrong', INACTIVE: 'waiting' },
}

/** The names of statuses. The same status of a package and of a flight may have different ones. */
export const statusNames = {
  shipment: texts({
    RECEIVED: ['Registered', 'Оформлено', 'გაფორმებული', 'مُسجَّلة'],
    PREPARING: ['Preparing', 'Готовится', 'მზადდება', 'قيد التجهيز'],
    IN_TRANSIT: ['In transit', 'В пути', 'გზაშია', 'في الطريق'],
    CONSOLIDATING: ['Consolidating', 'Собирается', 'გროვდება', 'قيد التجميع'],
    READY_FOR_PICKUP: ['Ready for pickup', 'Готово к выдаче', 'გასატანად მზადაა', 'جاهزة للاستلام'],
    DELIVERED: ['Delivered', 'Вручено', 'ჩაბარებული', 'سُلّمت'],
    RETURNED: ['Returned', 'Возвращено', 'დაბრუნებული', 'أُعيدت'],
  }),
  package: texts({
    CREATED: ['Registered', 'Зарегистрировано', 'რეგისტრირებული', 'مسجّلة'],
    IN_WAREHOUSE: ['In the warehouse', 'На складе', 'საწყობში', 'في المستودع'],
    ASSIGNED_TO_BAG: ['In a bag', 'В сумке', 'ჩანთაში', 'في حقيبة'],
    IN_TRANSIT: ['In transit', 'В пути', 'გზაშია', 'في الطريق'],
    ARRIVED: ['Arrived', 'Прибыло', 'ჩამოსული', 'وصلت'],
    READY_FOR_PICKUP: ['Ready for pickup', 'Готово к выдаче', 'გასატანად მზადაა', 'جاهزة للاستلام'],
    DELIVERED: ['Delivered', 'Вручено', 'ჩაბარებული', 'سُلّمت'],
    RETURNED: ['Returned', 'Возвращено', 'დაბრუნებული', 'أُعيدت'],
    LOST: ['Lost', 'Утеряно', 'დაკარგული', 'مفقودة'],
  }),
  bag: texts({
    OPEN: ['Open', 'Открыта', 'ღია', 'مفتوحة'],
    SEALED: ['Sealed', 'Опломбирована', 'დალუქული', 'مختومة'],
    CHECKED_IN: ['Checked in', 'Сдана в багаж', 'ბარგში ჩაბარებული', 'سُلّمت للطيران'],
    IN_TRANSIT: ['In transit', 'В пути', 'გზაშია', 'في الطريق'],
    DELIVERED: ['Delivered', 'Доставлена', 'ჩაბარებული', 'سُلّمت'],
  }),
  flight: texts({
    SCHEDULED: ['Scheduled', 'Запланирован', 'დაგეგმილი', 'مجدولة'],
    BOARDING: ['Boarding', 'Посадка', 'ჩასხდომა', 'الصعود'],
    DEPARTED: ['Departed', 'Вылетел', 'გაფრინდა', 'أقلعت'],
    ARRIVED: ['Arrived', 'Прибыл', 'ჩამოფრინდა', 'وصلت'],
    CANCELLED: ['Cancelled', 'Отменён', 'გაუქმებული', 'أُلغيت'],
  }),
  courier: texts({
    ACTIVE: ['Active', 'Работает', 'აქტიური', 'نشط'],
    SUSPENDED: ['Suspended', 'Приостановлен', 'შეჩერებული', 'موقوف'],
    INACTIVE: ['Inactive', 'Не работает', 'არააქტიური', 'غير نشط'],
  }),
} satisfies { [K in Kind]: Record<Kinds[K], string> }

/** What is said of flights that are late: their status says no more than SCHEDULED. */
export const delayedName = texts({ is: ['Delayed', 'Задерживается', 'იგვიანებს', 'متأخرة'] })

/** What is said of shipments that were cancelled, and of their packages: their status says no more than RETURNED. */
export const cancelledName = texts({
  is: ['Cancelled', 'Отменено', 'გაუქმებული', 'أُلغيت'],
  orReturned: [
    'Returned or cancelled',
    'Возвращено или отменено',
    'დაბრუნებული ან გაუქმებული',
    'أُعيدت أو أُلغيت',
  ],
})
/** What is said of a parcel that was taken in at a counter: its status says no more than CREATED. */
export const counterName = texts({ is: ['Received', 'Принято', 'მიღებულია', 'مُستلَمة'] })
type Named = Pick<Shipment, 'status' | 'cancelled_at' | 'received_at_warehouse_id'>
/** The name of a shipment's status, or that it was cancelled, or taken in at a counter and not only registered. */
export function shipmentStatusName({ status, cancelled_at, received_at_warehouse_id }: Named): string {
  if (status === 'RETURNED' && cancelled_at !== null) return cancelledName.is
  return status === 'RECEIVED' && received_at_warehouse_id ? counterName.is : statusNames.shipment[status]
}

/** The names of kinds of cases, and of the scans and unloadings that open one. */
export const caseNames: Record<string, string> = texts({
  HOLD: ['On hold', 'Задержано', 'შეჩერებულია', 'موقوفة'],
  DAMAGE: ['Damaged', 'Повреждено', 'დაზიანებულია', 'متضررة'],
  SHORTAGE: ['Missing', 'Не найдено', 'ვერ მოიძებნა', 'مفقودة'],
  REFUSED: ['Refused', 'Отказ', 'უარი', 'مرفوضة'],
  CLAIM: ['Claim', 'Претензия', 'პრეტენზია', 'مطالبة'],
  CUSTOMS_HOLD: ['Held by customs', 'Задержано таможней', 'შეჩერებულია საბაჟოზე', 'محتجزة لدى الجمارك'],
  DAMAGED: ['Damaged', 'Повреждено', 'დაზიანებულია', 'متضررة'],
  DELIVERY_FAILED: ['Delivery failed', 'Вручить не удалось', 'ვერ ჩაბარდა', 'تعذّر التسليم'],
  MISSING: ['Missing', 'Не найдено', 'ვერ მოიძებნა', 'مفقودة'],
  LOST: ['Lost', 'Утеряно', 'დაკარგულია', 'ضائعة'],
  CODE_UNCONFIRMED: ['Code not confirmed', 'Код не подтверждён', 'კოდი დაუდასტურებელია', 'الرمز غير مؤكد'],
})

/** The name of a category of packages: the service's own in the user's language, another as it is. */
export const categoryName = (category: string) =>
  category === defaultCategory ? categoryTexts.general : category
const categoryTexts = texts({ general: ['General goods', 'Обычный груз', 'ჩვეულებრივი ტვირთი', 'بضائع عامة'] })
