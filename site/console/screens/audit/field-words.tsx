import type { ComponentChildren } from 'preact'
import { common } from '../../../staff/messages/common.ts'
import { office } from '../../messages/office.ts'
import { formatPrice, formatTime, formatWeight } from '../../../staff/messages/format.ts'
import { languages, texts } from '../../../staff/messages/language.ts'
import { roleNames } from '../../messages/roles.ts'
import { caseNames, categoryName, statusNames } from '../../../staff/messages/statuses.ts'
import { paymentNames } from '../../messages/payments.ts'
import { contactFields } from '../contacts/fields.ts'
import { nameOfField } from '../shipments/booking.tsx'
import { RecordName } from './record-name.tsx'
import { kindNames } from './words.ts'

/** Fields that no form has, or whose stored form has another name than that of the form. */
const names: Record<string, string> = texts({
  tracking_id: ['Tracking number', 'Номер отслеживания', 'თვალყურის ნომერი', 'رقم التتبّع'],
  payment_status: ['Payment', 'Оплата', 'გადახდა', 'الدفع'],
  weight_g: ['Weight', 'Вес', 'წონა', 'الوزن'],
  total_weight_g: ['Weight', 'Вес', 'წონა', 'الوزن'],
  max_weight_g: ['Capacity', 'Вместимость', 'ტევადობა', 'السعة'],
  price_minor: ['Price', 'Цена', 'ფასი', 'السعر'],
  language: ['Language of e-mails', 'Язык писем', 'წერილების ენა', 'لغة الرسائل'],
  finished_at: ['Ended', 'Завершено', 'დასრულდა', 'انتهت'],
  cancelled_at: ['Cancelled', 'Отменено', 'გაუქმდა', 'أُلغيت'],
  recipient_changed_at: ['Recipient changed', 'Получатель изменён', 'მიმღები შეიცვალა', 'تغيّر المستلم'],
  return_of: ['Return of', 'Возврат отправления', 'დაბრუნება გზავნილისა', 'إرجاع للشحنة'],
  return_id: ['Its return', 'Его возврат', 'მისი დაბრუნება', 'إرجاعها'],
  qr_code: ['Package code', 'Код грузоместа', 'შეკვრის კოდი', 'رمز العبوة'],
  category: ['Category', 'Категория', 'კატეგორია', 'الفئة'],
  description: ['Contents', 'Содержимое', 'შიგთავსი', 'المحتويات'],
  exception: ['Problem', 'Проблема', 'პრობლემა', 'مشكلة'],
  label: ['Label', 'Название', 'სახელი', 'الاسم'],
  origin: ['From', 'Откуда', 'საიდან', 'من'],
  destination: ['To', 'Куда', 'სად', 'إلى'],
  total_packages: ['Packages', 'Грузоместа', 'შეკვრები', 'العبوات'],
  package_ids: ['Packages', 'Грузоместа', 'შეკვრები', 'العبوات'],
  arrived_at: ['Arrived', 'Прибыло', 'ჩამოვიდა', 'وصلت'],
  checked_in: ['Check-in', 'Сдача в багаж', 'ბარგში ჩაბარება', 'التسليم للطيران'],
  courier_name: ['Courier', 'Курьер', 'კურიერი', 'المندوب'],
  flight_number: ['Flight number', 'Номер рейса', 'რეისის ნომერი', 'رقم الرحلة'],
  airline: ['Airline', 'Авиакомпания', 'ავიაკომპანია', 'شركة الطيران'],
  departure_airport: ['From airport', 'Из аэропорта', 'აეროპორტიდან', 'من مطار'],
  arrival_airport: ['To airport', 'В аэропорт', 'აეროპორტში', 'إلى مطار'],
  scheduled_departure: ['Departure', 'Вылет', 'გაფრენა', 'المغادرة'],
  scheduled_arrival: ['Arrival', 'Прилёт', 'ჩამოფრენა', 'الوصول'],
  estimated_departure: ['Expected departure', 'Ожидаемый вылет', 'მოსალოდნელი გაფრენა', 'المغادرة المتوقعة'],
  estimated_arrival: ['Expected arrival', 'Ожидаемый прилёт', 'მოსალოდნელი ჩამოფრენა', 'الوصول المتوقع'],
  actual_departure: ['Departed', 'Вылетел', 'გაფრინდა', 'أقلعت'],
  actual_arrival: ['Landed', 'Прилетел', 'დაფრინდა', 'هبطت'],
  terminal: ['Terminal', 'Терминал', 'ტერმინალი', 'المبنى'],
  gate: ['Gate', 'Выход', 'გასასვლელი', 'البوابة'],
  full_name: ['Name', 'Имя', 'სახელი', 'الاسم'],
  name: ['Name', 'Имя', 'სახელი', 'الاسم'],
  code: ['Code', 'Код', 'კოდი', 'الرمز'],
  city: ['City', 'Город', 'ქალაქი', 'المدينة'],
  country: ['Country', 'Страна', 'ქვეყანა', 'البلد'],
  airport_code: ['Airport', 'Аэропорт', 'აეროპორტი', 'المطار'],
  address: ['Address', 'Адрес', 'მისამართი', 'العنوان'],
  hours: ['Opening hours', 'Часы работы', 'სამუშაო საათები', 'ساعات العمل'],
  phone: ['Phone', 'Телефон', 'ტელეფონი', 'الهاتف'],
  email: ['E-mail address', 'Электронная почта', 'ელფოსტა', 'البريد الإلكتروني'],
  kind: ['Kind', 'Вид', 'სახე', 'النوع'],
  note: ['Note', 'Заметка', 'შენიშვნა', 'ملاحظة'],
  reason: ['Reason', 'Причина', 'მიზეზი', 'السبب'],
  cause: ['Cause', 'Причина', 'მიზეზი', 'السبب'],
  assignee_id: ['Assignee', 'Исполнитель', 'შემსრულებელი', 'المسؤول'],
  due_at: ['Due', 'Срок', 'ვადა', 'الموعد'],
  opened_by: ['Opened by', 'Открыто кем', 'ვინ გახსნა', 'فتحها'],
  resolved_by: ['Resolved by', 'Решено кем', 'ვინ გადაწყვიტა', 'حلّها'],
  resolved_at: ['Resolved', 'Решено', 'გადაწყდა', 'حُلّت'],
  closed_by: ['Closed by', 'Закончено кем', 'ვინ დაასრულა', 'أنهاها'],
  closed_at: ['Closed', 'Закончено', 'დასრულდა', 'أُنهيت'],
  seal_intact: ['Seal intact', 'Пломба цела', 'ლუქი მთელია', 'الختم سليم'],
  created_by: ['Created by', 'Создано кем', 'ვინ შექმნა', 'أنشأه'],
  invited_by: ['Invited by', 'Приглашён кем', 'ვინ მოიწვია', 'دعاه'],
  handed_over_by: ['Handed over by', 'Вручено кем', 'ვინ ჩააბარა', 'سلّمها'],
  received_by: ['Received by', 'Кто получил', 'ვინ მიიღო', 'استلمها'],
  code_check: ['Code', 'Код', 'კოდი', 'الرمز'],
  offline: ['Without a connection', 'Без связи', 'კავშირის გარეშე', 'دون اتصال'],
  occurred_at: ['Time', 'Время', 'დრო', 'الوقت'],
  sent_at: ['Sent', 'Отправлено', 'გაიგზავნა', 'أُرسل'],
  used_at: ['Used', 'Использовано', 'გამოყენებულია', 'استُخدم'],
  opened_at: ['Begun', 'Начато', 'დაიწყო', 'بدأت'],
  expires_at: ['Valid until', 'Действует до', 'მოქმედებს', 'صالح حتى'],
  role: ['Role', 'Роль', 'როლი', 'الدور'],
  is_active: ['Active', 'Работает', 'აქტიური', 'نشط'],
  time_zone: ['Time zone', 'Часовой пояс', 'დროის სარტყელი', 'المنطقة الزمنية'],
  scopes: ['Permissions', 'Права', 'უფლებები', 'الأذونات'],
})
/** The kind of the record that a field names by its id. */
const kindOf: Partial<Record<string, string>> = {
  shipment_id: 'shipment',
  return_of: 'shipment',
  return_id: 'shipment',
  package_id: 'package',
  bag_id: 'bag',
  flight_id: 'flight',
  courier_id: 'courier',
  warehouse_id: 'warehouse',
  arrived_at_warehouse: 'warehouse',
  unloading_id: 'unloading',
  case_id: 'case',
  user_id: 'user',
  assignee_id: 'user',
  owner_id: 'user',
}

/** The name of a field of a kind of record, as the forms have it; of one that only programs know, as it is. */
export function fieldWord(kind: string, field: string): string {
  const formed =
    kind === 'shipment' ? nameOfField(field) : kind === 'contact' ? contactFields()[field]?.label : field
  if (formed !== undefined && formed !== field) return formed
  if (field === 'status') return office.status
  return names[field] ?? kindNames[kindOf[field] ?? ''] ?? field
}

const isTime = (value: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
/** The words of values that are one of a few, by field. */
function wordsOf(kind: string, field: string): Readonly<Record<string, string>> {
  const statuses: Partial<Record<string, Readonly<Record<string, string>>>> = statusNames
  if (field === 'status') return statuses[kind] ?? {}
  if (field === 'payment_status') return paymentNames
  if (field === 'role') return roleNames
  if (field === 'language') return languages
  return kind === 'case' && (field === 'kind' || field === 'code') ? caseNames : {}
}

/** A value of a field in words: statuses, people and records by their names, times by the user's clocks. */
export function valueWord(
  kind: string,
  field: string,
  value: string | number | boolean | null,
  actors: ReadonlyMap<string, string>,
): ComponentChildren {
  if (value === null) return '—'
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'number') {
    if (field.endsWith('_g')) return formatWeight(value / 1000)
    return field === 'price_minor' ? formatPrice(value / 100) : <code>{value}</code>
  }
  if (isTime(value)) return formatTime(value)
  const word = wordsOf(kind, field)[value] ?? actors.get(value)
  if (word !== undefined) return word
  if (field === 'category') return categoryName(value)
  const named = kindOf[field]
  return named === undefined ? (
    <code>{value}</code>
  ) : (
    <RecordName entity={`${named}:${value}`} actors={actors} />
  )
}
