import { plural, texts } from '../../staff/messages/language.ts'

/** Texts of the frame, the list of tasks and the queue. */
export const messages = texts({
  warehouse: ['Warehouse', 'Склад', 'საწყობი', 'المستودع'],
  chooseWarehouse: ['Choose a warehouse', 'Выберите склад', 'აირჩიეთ საწყობი', 'اختر المستودع'],
  noWarehouse: [
    'There is no warehouse yet. A manager adds it in the console.',
    'Складов пока нет. Руководитель добавляет их в консоли.',
    'საწყობი ჯერ არ არის. მენეჯერი ამატებს მას კონსოლში.',
    'لا يوجد مستودع بعد. يضيفه المدير في لوحة التحكم.',
  ],
  reviewAccess: [
    'Your password was reset. Check who has access to the company.',
    'Ваш пароль был сброшен. Проверьте, у кого есть доступ к компании.',
    'თქვენი პაროლი განახლდა. შეამოწმეთ, ვის აქვს წვდომა კომპანიაზე.',
    'أُعيد تعيين كلمة مرورك. تحقق ممن لديه وصول إلى الشركة.',
  ],
  openAccess: ['Check access', 'Проверить доступ', 'წვდომის შემოწმება', 'التحقق من الوصول'],
  waiting: plural(
    { one: '# waiting', other: '# waiting' },
    { one: '# ожидает', few: '# ожидают', many: '# ожидают', other: '# ожидают' },
    { other: 'მოლოდინში: #' },
    { other: 'قيد الانتظار: #' },
  ),
  waitingOfOthers: plural(
    { one: '# of another user waits', other: '# of other users wait' },
    { other: 'у других пользователей ждёт: #' },
    { other: 'სხვა მომხმარებლების: #' },
    { other: 'لمستخدمين آخرين: #' },
  ),
  refusedCount: plural(
    { one: '# refused', other: '# refused' },
    { one: '# отклонено', other: '# отклонено' },
    { other: 'უარყოფილია: #' },
    { other: 'مرفوض: #' },
  ),
  allSent: ['All sent', 'Всё отправлено', 'ყველაფერი გაგზავნილია', 'أُرسل كل شيء'],
  offline: ['No connection', 'Нет сети', 'კავშირი არ არის', 'لا يوجد اتصال'],
  queue: ['Scans', 'Сканирования', 'სკანირებები', 'عمليات المسح'],
  queueEmpty: [
    'Nothing scanned yet',
    'Пока ничего не отсканировано',
    'ჯერ არაფერი დასკანირებულა',
    'لم يُمسح شيء بعد',
  ],
  queueEmptyHint: [
    'What you scan is kept here until it is sent',
    'Отсканированное хранится здесь до отправки',
    'რასაც დაასკანირებთ, აქ ინახება გაგზავნამდე',
    'ما تمسحه يُحفظ هنا حتى يُرسل',
  ],
  refusedHead: ['Refused', 'Отклонено', 'უარყოფილი', 'مرفوض'],
  refusedHint: [
    'The service did not take these. Read why, put it right, then try again or remove it.',
    'Сервис это не принял. Прочитайте причину, исправьте и повторите или удалите.',
    'სერვისმა ეს არ მიიღო. წაიკითხეთ მიზეზი, გაასწორეთ და გაიმეორეთ ან წაშალეთ.',
    'لم تقبل الخدمة هذه. اقرأ السبب وصحّحه ثم أعد المحاولة أو احذفه.',
  ],
  waitingHead: ['Waiting', 'Ожидает', 'მოლოდინში', 'قيد الانتظار'],
  waitingHint: [
    'Kept on this phone, and sent in this order when there is a connection.',
    'Хранится на телефоне и отправится в этом порядке, когда появится сеть.',
    'ინახება ტელეფონში და ამ რიგით გაიგზავნება, როცა კავშირი იქნება.',
    'محفوظ على هذا الهاتف، ويُرسل بهذا الترتيب عند توفر الاتصال.',
  ],
  sentHead: ['Sent', 'Отправлено', 'გაგზავნილი', 'أُرسل'],
  removeUnknown: plural(
    { one: 'Remove # unknown code', other: 'Remove all # unknown codes' },
    {
      one: 'Удалить # неизвестный код',
      few: 'Удалить все # неизвестных кода',
      many: 'Удалить все # неизвестных кодов',
      other: 'Удалить все # неизвестного кода',
    },
    { other: 'ყველა უცნობი კოდის წაშლა: #' },
    { other: 'حذف كل الرموز غير المعروفة: #' },
  ),
  complete: ['Complete it', 'Дополнить', 'შევსება', 'أكمله'],
  remove: ['Remove', 'Удалить', 'წაშლა', 'حذف'],
  needsSignIn: [
    'Sign in again to send what is waiting. Until then it is kept.',
    'Войдите снова, чтобы отправить ожидающее. До этого оно хранится.',
    'შედით ხელახლა, რომ მომლოდინე გაიგზავნოს. მანამდე ის ინახება.',
    'سجّل الدخول مجدداً ليُرسل المنتظر. حتى ذلك الحين يبقى محفوظاً.',
  ],
  signIn: ['Sign in', 'Войти', 'შესვლა', 'تسجيل الدخول'],
  mayBeDeleted: [
    'This browser may delete what is waiting if the phone’s storage is full, or if the page is not opened for a week. Install it: “Add to home screen”.',
    'Браузер может удалить ожидающее, если на телефоне кончится память или страницу неделю не открывали. Установите её: «На экран Домой».',
    'ბრაუზერმა შეიძლება წაშალოს მომლოდინე, თუ ადგილი გათავდება ან გვერდი ერთი კვირა არ გაიხსნება. დააყენეთ: „მთავარ ეკრანზე დამატება“.',
    'قد يحذف المتصفح المنتظر إذا امتلأ الهاتف أو لم تُفتح الصفحة أسبوعاً. ثبّتها: «أضف إلى الشاشة الرئيسية».',
  ],
  update: ['A new version is ready', 'Готова новая версия', 'ახალი ვერსია მზადაა', 'إصدار جديد جاهز'],
  updateNow: ['Open it', 'Открыть', 'გახსნა', 'افتحه'],
  signOutWaiting: [
    'What is waiting stays on this phone, and is sent when you sign in here again.',
    'Ожидающее остаётся на телефоне и отправится, когда вы снова войдёте здесь.',
    'მომლოდინე რჩება ამ ტელეფონში და გაიგზავნება, როცა აქ ხელახლა შეხვალთ.',
    'يبقى المنتظر على هذا الهاتف، ويُرسل عندما تسجّل الدخول هنا مجدداً.',
  ],
  noRole: [
    'This page is for the warehouse and for couriers',
    'Эта страница для склада и курьеров',
    'ეს გვერდი საწყობისა და კურიერებისთვისაა',
    'هذه الصفحة للمستودع والمندوبين',
  ],
})

/** The entries of the queue, by kind. */
export const kinds = texts({
  scan: ['Scan', 'Сканирование', 'სკანირება', 'مسح'],
  pack: ['Into the bag', 'В сумку', 'ჩანთაში', 'إلى الحقيبة'],
  unpack: ['Out of the bag', 'Из сумки', 'ჩანთიდან', 'من الحقيبة'],
  seal: ['Seal', 'Пломба', 'დალუქვა', 'ختم'],
  unload: ['Unloading', 'Разгрузка', 'გადმოტვირთვა', 'تفريغ'],
  find: ['Found in the bag', 'Найдено в сумке', 'ჩანთაში ნაპოვნი', 'وُجد في الحقيبة'],
  close: ['End of the unloading', 'Конец разгрузки', 'გადმოტვირთვის დასასრული', 'نهاية التفريغ'],
  receive: ['Received parcel', 'Принятая посылка', 'მიღებული ამანათი', 'طرد مستلم'],
  photo: ['Photo', 'Фото', 'ფოტო', 'صورة'],
  handOver: ['Hand-over', 'Вручение', 'ჩაბარება', 'تسليم'],
  damage: ['Damage', 'Повреждение', 'დაზიანება', 'ضرر'],
  checkIn: ['Check-in', 'Сдача в багаж', 'რეგისტრაცია', 'تسليم للطيران'],
  cannotFly: ['Cannot fly', 'Не могу лететь', 'ვერ ვფრინავ', 'لا أستطيع السفر'],
})

/** The tasks. */
export const tasks = texts({
  receive: ['Receive', 'Принять', 'მიღება', 'استلام'],
  scanIn: ['Scan in', 'На склад', 'საწყობში', 'إدخال'],
  pack: ['Pack', 'Упаковать', 'შეფუთვა', 'تعبئة'],
  unload: ['Unload', 'Разгрузить', 'გადმოტვირთვა', 'تفريغ'],
  consolidate: ['Ready to collect', 'К выдаче', 'გასატანი', 'جاهز للاستلام'],
  handOver: ['Hand over', 'Вручить', 'ჩაბარება', 'تسليم'],
  damage: ['Damage', 'Повреждение', 'დაზიანება', 'ضرر'],
  label: ['What is this label?', 'Что это за этикетка?', 'რა ეტიკეტია ეს?', 'ما هذا الملصق؟'],
  flights: ['My flights', 'Мои рейсы', 'ჩემი რეისები', 'رحلاتي'],
  bags: ['My bags', 'Мои сумки', 'ჩემი ჩანთები', 'حقائبي'],
  queue: ['Queue', 'Очередь', 'რიგი', 'قائمة الانتظار'],
})
