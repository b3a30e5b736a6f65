import { joined, texts } from '../../../staff/messages/language.ts'

/** The kinds of records, by their names in the log. */
export const kindNames: Record<string, string> = texts({
  shipment: ['Shipment', 'Отправление', 'გზავნილი', 'شحنة'],
  package: ['Package', 'Грузоместо', 'შეკვრა', 'عبوة'],
  bag: ['Bag', 'Сумка', 'ჩანთა', 'حقيبة'],
  flight: ['Flight', 'Рейс', 'რეისი', 'رحلة جوية'],
  courier: ['Courier', 'Курьер', 'კურიერი', 'مندوب'],
  warehouse: ['Warehouse', 'Склад', 'საწყობი', 'مستودع'],
  contact: ['Contact', 'Контакт', 'კონტაქტი', 'جهة اتصال'],
  case: ['Case', 'Обращение', 'შემთხვევა', 'حالة'],
  unloading: ['Unloading', 'Разгрузка', 'გადმოტვირთვა', 'تفريغ'],
  unloading_find: [
    'Count at an unloading',
    'Сверка при разгрузке',
    'შედარება გადმოტვირთვისას',
    'جرد عند التفريغ',
  ],
  scan: ['Scan', 'Сканирование', 'სკანირება', 'عملية مسح'],
  photo: ['Photo', 'Фото', 'ფოტო', 'صورة'],
  handover: ['Hand-over', 'Вручение', 'ჩაბარება', 'تسليم'],
  handover_code: ['Hand-over code', 'Код вручения', 'ჩაბარების კოდი', 'رمز التسليم'],
  no_show: ['No-show', 'Неявка', 'გამოუცხადებლობა', 'تخلّف عن رحلة'],
  rating: ['Rating', 'Оценка', 'შეფასება', 'تقييم'],
  import: ['Import', 'Импорт', 'იმპორტი', 'استيراد'],
  export: ['Export', 'Экспорт', 'ექსპორტი', 'تصدير'],
  user: ['User', 'Пользователь', 'მომხმარებელი', 'مستخدم'],
  session: ['Session', 'Сеанс', 'სესია', 'جلسة'],
  second_factor: ['Second factor', 'Второй фактор', 'მეორე ფაქტორი', 'العامل الثاني'],
  passkey: ['Passkey', 'Ключ доступа', 'წვდომის გასაღები', 'مفتاح مرور'],
  code: ['E-mailed code', 'Код из письма', 'წერილის კოდი', 'رمز بالبريد'],
  api_key: ['API key', 'Ключ API', 'API გასაღები', 'مفتاح API'],
  webhook: ['Webhook', 'Вебхук', 'ვებჰუკი', 'خطاف ويب'],
  suppression: ['Stopped e-mails', 'Отключённые письма', 'გამორთული წერილები', 'رسائل موقوفة'],
  settings: ['Settings', 'Настройки', 'პარამეტრები', 'الإعدادات'],
  company: ['Company', 'Компания', 'კომპანია', 'الشركة'],
})

/** The screens whose records have an address there. */
const screens: Partial<Record<string, string>> = {
  shipment: 'shipments',
  bag: 'bags',
  flight: 'flights',
  courier: 'couriers',
  warehouse: 'warehouses',
  contact: 'contacts',
  case: 'cases',
  unloading: 'unloading',
  user: 'people',
  api_key: 'keys',
  webhook: 'webhooks',
}
/** The kind and the id of `<kind>:<id>`; of a kind alone, no id. */
export const partsOf = (entity: string) => {
  const [kind = '', ...id] = entity.split(':')
  return { kind, id: id.join(':') }
}
/** Where a record is shown, if it has an address. */
export const addressOf = (kind: string, id: string) =>
  kind === 'settings' ? '/console/settings' : screens[kind] && `/console/${screens[kind]}/${id}`

/** The verbs with which ids of operations begin. */
const verbs: Record<string, string> = texts({
  create: ['created', 'создание', 'შექმნა', 'إنشاء'],
  add: ['added', 'добавление', 'დამატება', 'إضافة'],
  update: ['changed', 'изменение', 'შეცვლა', 'تعديل'],
  change: ['changed', 'изменение', 'შეცვლა', 'تعديل'],
  patch: ['changed', 'изменение', 'შეცვლა', 'تعديل'],
  delete: ['deleted', 'удаление', 'წაშლა', 'حذف'],
  cancel: ['cancelled', 'отмена', 'გაუქმება', 'إلغاء'],
  seal: ['sealed', 'пломбирование', 'დალუქვა', 'ختم'],
  open: ['opened', 'открытие', 'გახსნა', 'فتح'],
  close: ['closed', 'закрытие', 'დახურვა', 'إغلاق'],
  end: ['ended', 'завершение', 'დასრულება', 'إنهاء'],
  consolidate: ['consolidated', 'объединение', 'გაერთიანება', 'تجميع'],
  sync: ['synchronised', 'синхронизация', 'სინქრონიზაცია', 'مزامنة'],
  record: ['recorded', 'запись', 'ჩაწერა', 'تسجيل'],
  review: ['reviewed', 'проверка', 'შემოწმება', 'مراجعة'],
  void: ['voided', 'аннулирование', 'ანულირება', 'إبطال'],
  rate: ['rated', 'оценка', 'შეფასება', 'تقييم'],
  invite: ['invited', 'приглашение', 'მოწვევა', 'دعوة'],
  deactivate: ['deactivated', 'отключение', 'გამორთვა', 'تعطيل'],
  rotate: ['secret renewed', 'новый секрет', 'ახალი საიდუმლო', 'سر جديد'],
  test: ['tested', 'проверка', 'შემოწმება', 'اختبار'],
  verify: ['confirmed', 'подтверждение', 'დადასტურება', 'تأكيد'],
})

/** Actions whose id is not a verb and a kind. */
const actions: Record<string, string> = texts({
  revealPassport: [
    'Passport number shown',
    'Показан номер паспорта',
    'ნაჩვენებია პასპორტის ნომერი',
    'عُرض رقم الجواز',
  ],
  addPackageToBag: ['Packed into a bag', 'Укладка в сумку', 'ჩანთაში ჩადება', 'تعبئة في حقيبة'],
  removePackageFromBag: ['Taken out of a bag', 'Изъятие из сумки', 'ჩანთიდან ამოღება', 'إخراج من حقيبة'],
  assignCourier: ['Courier assigned', 'Назначение курьера', 'კურიერის დანიშვნა', 'تعيين مندوب'],
  checkInBag: ['Bag checked in', 'Сдача сумки в багаж', 'ჩანთის ბარგში ჩაბარება', 'تسليم الحقيبة للطيران'],
  bookReturn: ['Return booked', 'Оформление возврата', 'დაბრუნების გაფორმება', 'حجز إرجاع'],
  handOver: ['Handed over', 'Вручение', 'ჩაბარება', 'تسليم'],
  receiveParcel: ['Received at the counter', 'Приём у стойки', 'დახლთან მიღება', 'استلام عند المنضدة'],
  recordScanEvent: [
    'Scanned in a warehouse',
    'Сканирование на складе',
    'სკანირება საწყობში',
    'مسح في المستودع',
  ],
  recordFinds: [
    'Counted at an unloading',
    'Сверка при разгрузке',
    'შედარება გადმოტვირთვისას',
    'جرد عند التفريغ',
  ],
  addPackagePhoto: ['Photo added', 'Добавление фото', 'ფოტოს დამატება', 'إضافة صورة'],
  importRow: ['Row imported', 'Импорт строки', 'სტრიქონის იმპორტი', 'استيراد صف'],
  login: ['Signed in', 'Вход', 'შესვლა', 'تسجيل الدخول'],
  logout: ['Signed out', 'Выход', 'გასვლა', 'تسجيل الخروج'],
  refreshTokens: ['Session extended', 'Продление сеанса', 'სესიის გაგრძელება', 'تمديد الجلسة'],
  endSessions: ['Sessions ended', 'Завершение сеансов', 'სესიების დასრულება', 'إنهاء الجلسات'],
  register: ['Company registered', 'Регистрация компании', 'კომპანიის რეგისტრაცია', 'تسجيل الشركة'],
  acceptInvitation: ['Invitation accepted', 'Принятие приглашения', 'მოწვევის მიღება', 'قبول الدعوة'],
  resendInvitation: [
    'Invitation sent again',
    'Повторное приглашение',
    'მოწვევის ხელახლა გაგზავნა',
    'إعادة إرسال الدعوة',
  ],
  resetPassword: ['Password reset', 'Новый пароль', 'ახალი პაროლი', 'كلمة مرور جديدة'],
  sendCode: ['Code sent', 'Отправка кода', 'კოდის გაგზავნა', 'إرسال رمز'],
  verifyEmail: ['Address confirmed', 'Подтверждение адреса', 'მისამართის დადასტურება', 'تأكيد العنوان'],
  endAccessGrants: ['Access ended', 'Отзыв доступа', 'წვდომის გაუქმება', 'إنهاء الوصول'],
  leaveCompany: ['Left the company', 'Уход из компании', 'კომპანიის დატოვება', 'مغادرة الشركة'],
  passOwnership: ['Ownership passed on', 'Передача владения', 'მფლობელობის გადაცემა', 'نقل الملكية'],
  issueClientToken: ['Token issued', 'Выдача токена', 'ტოკენის გაცემა', 'إصدار رمز وصول'],
  rotateWebhookSecret: [
    'Webhook secret renewed',
    'Новый секрет вебхука',
    'ვებჰუკის ახალი საიდუმლო',
    'سر جديد لخطاف الويب',
  ],
  replayWebhookDelivery: ['Delivery repeated', 'Повтор доставки', 'მიწოდების გამეორება', 'إعادة إرسال الحدث'],
  startNotices: ['E-mails turned on', 'Включение писем', 'წერილების ჩართვა', 'تشغيل الرسائل'],
  stopNotices: ['E-mails turned off', 'Отключение писем', 'წერილების გამორთვა', 'إيقاف الرسائل'],
  resendNotices: ['E-mails sent again', 'Повтор писем', 'წერილების ხელახლა გაგზავნა', 'إعادة إرسال الرسائل'],
  listPackagePhotos: ['Photos viewed', 'Просмотр фото', 'ფოტოების ნახვა', 'عرض الصور'],
  getProofOfDelivery: [
    'Proof of delivery read',
    'Чтение акта вручения',
    'ჩაბარების აქტის წაკითხვა',
    'قراءة إثبات التسليم',
  ],
  getLabel: ['Label printed', 'Печать этикетки', 'ეტიკეტის ბეჭდვა', 'طباعة ملصق'],
  getBagManifest: ['Manifest read', 'Чтение манифеста', 'მანიფესტის წაკითხვა', 'قراءة البيان'],
  readImportErrors: [
    'Errors of an import read',
    'Чтение ошибок импорта',
    'იმპორტის შეცდომების წაკითხვა',
    'قراءة أخطاء الاستيراد',
  ],
  getExport: ['Export downloaded', 'Скачивание экспорта', 'ექსპორტის ჩამოტვირთვა', 'تنزيل التصدير'],
  transferworker: ['File written or read', 'Обработка файла', 'ფაილის დამუშავება', 'معالجة ملف'],
  photointake: ['Photo processed', 'Обработка фото', 'ფოტოს დამუშავება', 'معالجة صورة'],
  flightsync: ['Flight data updated', 'Данные рейса', 'რეისის მონაცემები', 'بيانات الرحلة'],
  webhooksender: ['Webhook called', 'Вызов вебхука', 'ვებჰუკის გამოძახება', 'استدعاء خطاف ويب'],
})
/** Actions with the same words. */
const same: Partial<Record<string, string>> = {
  addPackagesToBag: 'addPackageToBag',
  createPhotoUpload: 'addPackagePhoto',
  recordScanEvents: 'recordScanEvent',
  finishSignIn: 'login',
  finishCustomSignIn: 'login',
  endAllSessions: 'endSessions',
  endUserSession: 'endSessions',
  endUserSessions: 'endSessions',
  sendHandoverCode: 'sendCode',
  sendPasswordResetCode: 'sendCode',
  sendVerificationCode: 'sendCode',
  getPackageLabel: 'getLabel',
  getBagLabel: 'getLabel',
}

/** The words for an action, `Bag · sealed` for `sealBag`; undefined for an unknown one. */
export function actionName(action: string): string | undefined {
  const own = actions[same[action] ?? action]
  if (own !== undefined) return own
  const [, verb = '', noun = ''] = /^([a-z]+)(\w*)$/.exec(action) ?? []
  const name = noun.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase()
  const kind = kindNames[name] ?? kindNames[name.replace(/s$/, '')]
  return kind !== undefined && verbs[verb] !== undefined ? joined([kind, verbs[verb]]) : undefined
}
