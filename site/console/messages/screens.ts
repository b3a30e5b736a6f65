import { texts } from '../../staff/messages/language.ts'

/** The titles of the groups of screens in the navigation. */
export const groupTitles = texts({
  work: ['Work', 'Работа', 'სამუშაო', 'العمل'],
  records: ['Records', 'Справочники', 'ჩანაწერები', 'السجلات'],
  company: ['Company', 'Компания', 'კომპანია', 'الشركة'],
})

/** The titles of the screens. */
export const titles = texts({
  today: ['Today', 'Сегодня', 'დღეს', 'اليوم'],
  shipments: ['Shipments', 'Отправления', 'გზავნილები', 'الشحنات'],
  bags: ['Bags', 'Сумки', 'ჩანთები', 'الحقائب'],
  unloading: ['Unloading', 'Разгрузка', 'გადმოტვირთვა', 'التفريغ'],
  flights: ['Flights', 'Рейсы', 'რეისები', 'الرحلات'],
  couriers: ['Couriers', 'Курьеры', 'კურიერები', 'المندوبون'],
  warehouses: ['Warehouses', 'Склады', 'საწყობები', 'المستودعات'],
  scans: ['Scans', 'Сканирования', 'სკანირებები', 'عمليات المسح'],
  cases: ['Cases', 'Обращения', 'შემთხვევები', 'الحالات'],
  contacts: ['Contacts', 'Контакты', 'კონტაქტები', 'جهات الاتصال'],
  transfers: ['Import and export', 'Импорт и экспорт', 'იმპორტი და ექსპორტი', 'الاستيراد والتصدير'],
  people: ['People', 'Сотрудники', 'თანამშრომლები', 'الموظفون'],
  keys: ['API keys', 'Ключи API', 'API გასაღებები', 'مفاتيح API'],
  webhooks: ['Webhooks', 'Вебхуки', 'ვებჰუკები', 'خطافات الويب'],
  audit: ['Audit log', 'Журнал аудита', 'აუდიტის ჟურნალი', 'سجل التدقيق'],
  settings: ['Settings', 'Настройки', 'პარამეტრები', 'الإعدادات'],
  sessions: ['Your account', 'Ваша учётная запись', 'თქვენი ანგარიში', 'حسابك'],
})
