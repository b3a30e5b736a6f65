import { texts } from '../../../../staff/messages/language.ts'

/** Texts of the actions of shipments and packages. */
export const messages = texts({
  addPhoto: ['Add a photo', 'Добавить фото', 'ფოტოს დამატება', 'إضافة صورة'],
  photoAdded: ['The photo was added', 'Фото добавлено', 'ფოტო დაემატა', 'أُضيفت الصورة'],
  photos: ['Photos', 'Фото', 'ფოტოები', 'الصور'],
  tooLarge: [
    'This photo is too large. Choose one of up to 4 MB.',
    'Фото слишком большое. Выберите до 4 МБ.',
    'ფოტო ძალიან დიდია. აირჩიეთ 4 MB-მდე.',
    'هذه الصورة كبيرة جداً. اختر صورة حتى 4 ميغابايت.',
  ],
  packages: ['Packages', 'Грузоместа', 'შეკვრები', 'العبوات'],
  bookReturn: ['Book a return', 'Оформить возврат', 'დაბრუნების გაფორმება', 'حجز إرجاع'],
  itsReturn: ['Its return', 'Его возврат', 'მისი დაბრუნება', 'إرجاعها'],
  returnHint: [
    'From the recipient back to the sender. Empty fields are taken from the first shipment; the price is 0.',
    'От получателя обратно к отправителю. Пустые поля — как на пути туда; цена 0.',
    'მიმღებიდან გამგზავნთან. ცარიელი ველები იგივეა, რაც იქით გზაზე; ფასი 0.',
    'من المستلم إلى المرسل. ما يُترك فارغاً يبقى كما كان؛ والسعر 0.',
  ],
  cancel: ['Cancel shipment', 'Отменить отправление', 'გზავნილის გაუქმება', 'إلغاء الشحنة'],
  cancelHint: [
    'Before it leaves. Its packages are taken out of their bags. A payment of which nothing was received is cancelled; one that was received, wholly or partly, stays as it is and is not refunded here.',
    'Пока оно не отправлено. Его грузоместа вынимаются из сумок. Если ничего не уплачено, оплата отменяется; уплаченное полностью или частично остаётся как есть и отсюда не возвращается.',
    'სანამ გაიგზავნება. შეკვრები ჩანთებიდან ამოიღება. თუ არაფერია გადახდილი, გადახდა უქმდება; სრულად ან ნაწილობრივ გადახდილი უცვლელი რჩება და აქედან არ ბრუნდება.',
    'قبل أن تغادر. تُخرج عبواتها من الحقائب. إن لم يُدفع شيء يُلغى الدفع؛ وما دُفع كله أو بعضه يبقى كما هو ولا يُردّ من هنا.',
  ],
  cancelled: ['The shipment is cancelled', 'Отправление отменено', 'გზავნილი გაუქმდა', 'أُلغيت الشحنة'],
  proof: ['Proof of delivery', 'Подтверждение вручения', 'ჩაბარების დადასტურება', 'إثبات التسليم'],
  notices: ['E-mails', 'Письма', 'წერილები', 'الرسائل'],
  noNotices: ['No e-mails yet', 'Писем пока нет', 'წერილები ჯერ არ არის', 'لا رسائل بعد'],
  noAddress: [
    'Neither the recipient nor the sender has an e-mail address.',
    'Ни у получателя, ни у отправителя нет адреса почты.',
    'არც მიმღებს და არც გამგზავნს ელფოსტის მისამართი არ აქვს.',
    'لا يوجد عنوان بريد للمستلم ولا للمرسل.',
  ],
  packedOrOnItsWay: ['Packed or on its way', 'Упакована или в пути', 'შეფუთული ან გზაში', 'معبّأ أو في الطريق'],
  arrived: ['Arrived', 'Прибыла', 'ჩამოვიდა', 'وصل'],
  corrects: [
    (status: string) => `“${status}” is taken back`,
    (status: string) => `«${status}» больше не действует`,
    (status: string) => `„${status}“ აღარ მოქმედებს`,
    (status: string) => `«${status}» لم تعد سارية`,
  ],
  sendAgain: ['Send again', 'Отправить ещё раз', 'ხელახლა გაგზავნა', 'إعادة الإرسال'],
  noticesSent: ['Sent again', 'Отправлено ещё раз', 'ხელახლა გაიგზავნა', 'أُعيد الإرسال'],
  deleteQuestion: ['Delete this shipment?', 'Удалить отправление?', 'წაიშალოს გზავნილი?', 'حذف هذه الشحنة؟'],
  deleteHint: [
    'Its packages and its public tracking are deleted too.',
    'Его грузоместа и страница отслеживания тоже удалятся.',
    'წაიშლება მისი შეკვრებიც და თვალყურის გვერდიც.',
    'تُحذف عبواتها وصفحة تتبّعها أيضاً.',
  ],
  deletePackageQuestion: ['Delete this package?', 'Удалить грузоместо?', 'წაიშალოს შეკვრა?', 'حذف هذه العبوة؟'],
  reason: ['Reason', 'Причина', 'მიზეზი', 'السبب'],
  reasonHint: [
    'Say why, if the status goes back',
    'Укажите, если статус возвращается назад',
    'მიუთითეთ, თუ სტატუსი უკან ბრუნდება',
    'اذكر السبب عند إرجاع الحالة',
  ],
  paymentHint: [
    'It was cancelled with the shipment: if the shipment goes on, choose it anew',
    'Отменена вместе с отправлением: если отправление продолжится, выберите заново',
    'გზავნილთან ერთად გაუქმდა: თუ გზავნილი გრძელდება, აირჩიეთ ხელახლა',
    'أُلغي مع الشحنة: إن استمرت الشحنة فاختره من جديد',
  ],
  takeBack: ['Take this scan back', 'Отменить сканирование', 'სკანირების გაუქმება', 'إلغاء هذا المسح'],
  takenBack: ['Taken back', 'Отменено', 'გაუქმებულია', 'تم الإلغاء'],
  wasTakenBack: ['taken back', 'отменено', 'გაუქმებული', 'ملغى'],
  openCase: ['Open a case', 'Открыть обращение', 'შემთხვევის გახსნა', 'فتح حالة'],
  caseOpened: ['The case is open', 'Обращение открыто', 'შემთხვევა გახსნილია', 'فُتحت الحالة'],
  caseKind: ['Kind', 'Вид', 'სახე', 'النوع'],
  note: ['Note', 'Заметка', 'შენიშვნა', 'ملاحظة'],
  due: ['Due', 'Срок', 'ვადა', 'الموعد'],
})

/** What became of an e-mail to recipient or sender. */
export const noticeStates = texts({
  PENDING: ['To be sent', 'Будет отправлено', 'გაიგზავნება', 'سيُرسل'],
  SENT: ['Sent', 'Отправлено', 'გაიგზავნა', 'أُرسل'],
  REJECTED: ['Not accepted', 'Не принято', 'არ მიიღეს', 'لم يُقبل'],
  SUPPRESSED: ['Not sent', 'Не отправлено', 'არ გაიგზავნა', 'لم يُرسل'],
  OUTDATED: ['Overtaken by a newer one', 'Заменено более новым', 'ახლით ჩანაცვლდა', 'حلّ محله أحدث منه'],
})
/** Why an e-mail was not sent. */
export const withheldReasons = texts({
  rejected: [
    'the address was refused before',
    'адрес ранее был отклонён',
    'მისამართი ადრე უარყვეს',
    'رُفض العنوان من قبل',
  ],
  bounced: [
    'e-mails to the address come back',
    'письма на этот адрес возвращаются',
    'ამ მისამართიდან წერილები ბრუნდება',
    'الرسائل إلى العنوان ترتد',
  ],
  stopped: [
    'they do not want e-mails',
    'адресат отказался от писем',
    'ადრესატმა წერილებზე უარი თქვა',
    'لا يريدون رسائل',
  ],
  complained: [
    'they reported an e-mail as spam',
    'адресат пожаловался на спам',
    'ადრესატმა სპამად მონიშნა',
    'أبلغوا عن رسالة كبريد مزعج',
  ],
  company_not_verified: [
    'no manager has confirmed their e-mail address yet',
    'ни один руководитель ещё не подтвердил свою почту',
    'ჯერ არცერთ მენეჯერს არ დაუდასტურებია თავისი ელფოსტა',
    'لم يؤكد أي مدير بريده بعد',
  ],
  company_limit: [
    'the e-mails of today are used up',
    'письма на сегодня исчерпаны',
    'დღევანდელი წერილები ამოიწურა',
    'نفدت رسائل اليوم',
  ],
  address_limit: [
    'the address has got enough e-mails today',
    'на этот адрес сегодня уже много писем',
    'ამ მისამართზე დღეს ბევრი წერილი გაიგზავნა',
    'وصل إلى العنوان ما يكفي من الرسائل اليوم',
  ],
})
