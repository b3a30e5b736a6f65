import { texts } from '../../staff/messages/language.ts'

/** The names of roles. */
export const roleNames = texts({
  admin: ['Administrator', 'Администратор', 'ადმინისტრატორი', 'مشرف'],
  manager: ['Manager', 'Руководитель', 'მენეჯერი', 'مدير'],
  operator: ['Operator', 'Оператор', 'ოპერატორი', 'مشغّل'],
  warehouse: ['Warehouse', 'Склад', 'საწყობი', 'المستودع'],
  courier: ['Courier', 'Курьер', 'კურიერი', 'مندوب'],
  viewer: ['Viewer', 'Наблюдатель', 'დამკვირვებელი', 'مُطّلع'],
})
