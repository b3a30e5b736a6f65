import { texts } from '../../staff/messages/language.ts'

/** Texts that several screens of the console use, and the phone page does not. */
export const office = texts({
  save: ['Save', 'Сохранить', 'შენახვა', 'حفظ'],
  edit: ['Edit', 'Изменить', 'შეცვლა', 'تعديل'],
  remove: ['Delete', 'Удалить', 'წაშლა', 'حذف'],
  add: ['Add', 'Добавить', 'დამატება', 'إضافة'],
  more: ['Show more', 'Показать ещё', 'მეტის ჩვენება', 'عرض المزيد'],
  search: ['Search', 'Поиск', 'ძიება', 'بحث'],
  none: ['None', 'Нет', 'არ არის', 'لا شيء'],
  status: ['Status', 'Статус', 'სტატუსი', 'الحالة'],
  you: ['You', 'Вы', 'თქვენ', 'أنت'],
  created: ['Created', 'Создано', 'შექმნილია', 'أُنشئ'],
  any: ['Any', 'Любой', 'ნებისმიერი', 'أي'],
  saved: ['Saved', 'Сохранено', 'შენახულია', 'تم الحفظ'],
  deleted: ['Deleted', 'Удалено', 'წაშლილია', 'تم الحذف'],
  beginHere: ['Begin here', 'Начать', 'დაწყება', 'ابدأ من هنا'],
  gone: ['It is not here', 'Этого здесь нет', 'აქ არ არის', 'غير موجود'],
  goneHint: [
    'What this address shows was deleted, or the address is wrong.',
    'То, что было по этому адресу, удалено, или адрес неверен.',
    'რაც ამ მისამართზე იყო, წაიშალა, ან მისამართი არასწორია.',
    'ما كان في هذا العنوان حُذف، أو أن العنوان خاطئ.',
  ],
  notFound: [
    'This page does not exist, or what it showed was deleted.',
    'Такой страницы нет, или её содержимое удалено.',
    'ასეთი გვერდი არ არსებობს, ან მისი შინაარსი წაიშალა.',
    'هذه الصفحة غير موجودة، أو حُذف ما كانت تعرضه.',
  ],
})
