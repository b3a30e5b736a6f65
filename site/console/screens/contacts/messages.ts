import { contactKindNames } from '../../../../shared/domain/messages/choice-names.ts'
import { texts } from '../../../staff/messages/language.ts'

export const messages = texts({
  create: ['New contact', 'Новый контакт', 'ახალი კონტაქტი', 'جهة اتصال جديدة'],
  empty: ['No contacts', 'Контактов нет', 'კონტაქტები არ არის', 'لا جهات اتصال'],
  emptyHint: [
    'Save frequent senders and recipients, and book with them.',
    'Сохраняйте тех, кто часто отправляет или получает, и оформляйте на них.',
    'შეინახეთ ისინი, ვინც ხშირად აგზავნის ან იღებს.',
    'احفظ من يرسل أو يستلم كثيراً واحجز باسمه.',
  ],
  find: ['Name or phone', 'Имя или телефон', 'სახელი ან ტელეფონი', 'اسم أو هاتف'],
  kind: ['Kind', 'Вид', 'სახე', 'النوع'],
  ...contactKindNames,
  name: ['Name', 'Имя', 'სახელი', 'الاسم'],
  phone: ['Phone', 'Телефон', 'ტელეფონი', 'الهاتف'],
  email: ['E-mail address', 'Электронная почта', 'ელფოსტა', 'البريد الإلكتروني'],
  address: ['Address', 'Адрес', 'მისამართი', 'العنوان'],
  language: ['Language of e-mails', 'Язык писем', 'წერილების ენა', 'لغة الرسائل'],
  notes: ['Notes', 'Заметки', 'შენიშვნები', 'ملاحظات'],
  deleteQuestion: ['Delete this contact?', 'Удалить контакт?', 'წაიშალოს კონტაქტი?', 'حذف جهة الاتصال؟'],
  deleteHint: [
    'Shipments that were booked with it stay as they are.',
    'Оформленные с ним отправления не изменятся.',
    'მისით გაფორმებული გზავნილები უცვლელი რჩება.',
    'تبقى الشحنات المحجوزة بها كما هي.',
  ],
})
