import { plural, texts } from '../../staff/words/language.ts'

/** Texts of the frame around the screens. */
export const words = texts({
  navigation: ['Screens', 'Разделы', 'განყოფილებები', 'الأقسام'],
  menu: ['Menu', 'Меню', 'მენიუ', 'القائمة'],
  live: ['Live', 'Обновляется', 'ახლდება', 'مباشر'],
  polling: ['Every 15 seconds', 'Каждые 15 секунд', 'ყოველ 15 წამში', 'كل 15 ثانية'],
  palette: ['Go to or find', 'Перейти или найти', 'გადასვლა ან პოვნა', 'انتقل أو ابحث'],
  paletteHint: [
    'A screen, or a tracking number, code, phone, reference or name',
    'Раздел, номер отслеживания, код, телефон, номер заказа или имя',
    'განყოფილება, თვალყურის ნომერი, კოდი, ტელეფონი, შეკვეთის ნომერი ან სახელი',
    'قسم، أو رقم تتبّع، أو رمز، أو هاتف، أو مرجع، أو اسم',
  ],
  shortcuts: ['Keyboard shortcuts', 'Клавиши', 'კლავიშები', 'اختصارات لوحة المفاتيح'],
  keySearch: ['Search', 'Поиск', 'ძიება', 'بحث'],
  keyNew: ['New', 'Создать', 'ახალი', 'جديد'],
  keyMove: ['Move in lists', 'Двигаться по списку', 'სიაში გადაადგილება', 'التنقل في القوائم'],
  keyClose: ['Close', 'Закрыть', 'დახურვა', 'إغلاق'],
  keyPalette: ['Go to or find', 'Перейти или найти', 'გადასვლა ან პოვნა', 'انتقل أو ابحث'],
  keyHelp: ['This list', 'Этот список', 'ეს სია', 'هذه القائمة'],
  found: plural(
    { one: '# result', other: '# results' },
    { one: '# результат', few: '# результата', many: '# результатов', other: '# результата' },
    { other: '# შედეგი' },
    { zero: 'لا نتائج', one: 'نتيجة واحدة', two: 'نتيجتان', few: '# نتائج', many: '# نتيجة', other: '# نتيجة' },
  ),
  openApp: ['Open the app', 'Открыть приложение', 'აპის გახსნა', 'افتح التطبيق'],
  couriers: [
    'This console is for the office and the warehouse',
    'Эта консоль для офиса и склада',
    'ეს კონსოლი ოფისისა და საწყობისთვისაა',
    'لوحة التحكم هذه للمكتب والمستودع',
  ],
  couriersHint: [
    'As a courier, you see your bags and flights in the app. If you also work in the office, ask your manager for another role.',
    'Ваши сумки и рейсы — в приложении курьера. Если вы работаете и в офисе, попросите руководителя о другой роли.',
    'თქვენი ჩანთები და რეისები კურიერის აპლიკაციაშია. თუ ოფისშიც მუშაობთ, სთხოვეთ მენეჯერს სხვა როლი.',
    'حقائبك ورحلاتك في تطبيق المندوب. إذا كنت تعمل في المكتب أيضاً، فاطلب من مديرك دوراً آخر.',
  ],
})
