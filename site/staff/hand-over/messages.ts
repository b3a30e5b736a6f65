import { texts } from '../messages/language.ts'

/** Texts of the form of a hand-over. */
export const messages = texts({
  handOver: ['Hand over', 'Вручить', 'ჩაბარება', 'تسليم'],
  handedOver: ['Handed over', 'Вручено', 'ჩაბარებულია', 'تم التسليم'],
  packages: ['Packages', 'Грузоместа', 'შეკვრები', 'العبوات'],
  receivedBy: ['Received by', 'Кто получил', 'ვინ მიიღო', 'المستلم'],
  code: ['Code of the recipient', 'Код получателя', 'მიმღების კოდი', 'رمز المستلم'],
  signature: ['Signature', 'Подпись', 'ხელმოწერა', 'التوقيع'],
  photo: ['Photo', 'Фото', 'ფოტო', 'صورة'],
  toCollect: [
    (price: string) => `To collect: ${price}`,
    (price: string) => `К оплате: ${price}`,
    (price: string) => `გადასახდელია: ${price}`,
    (price: string) => `المبلغ المطلوب تحصيله: ${price}`,
  ],
  restToCollect: [
    (price: string) => `To collect: the rest of ${price}`,
    (price: string) => `К оплате: остаток от ${price}`,
    (price: string) => `გადასახდელია დარჩენილი თანხა, სულ: ${price}`,
    (price: string) => `المطلوب تحصيله: المتبقي من ${price}`,
  ],
  heldBack: ['Not handed over now:', 'Сейчас не вручается:', 'ახლა არ ბარდება:', 'لا يُسلَّم الآن:'],
  priceOfAll: [
    'The price is that of the whole shipment: agree with the recipient what is paid now.',
    'Цена указана за всё отправление: договоритесь с получателем, сколько оплачивается сейчас.',
    'ფასი მთელი გზავნილისაა: შეუთანხმდით მიმღებს, რამდენს იხდის ახლა.',
    'السعر للشحنة كلها: اتفق مع المستلم على ما يُدفع الآن.',
  ],
  signHere: [
    'Let the recipient sign here.',
    'Попросите получателя расписаться здесь.',
    'სთხოვეთ მიმღებს, აქ მოაწეროს ხელი.',
    'اطلب من المستلم التوقيع هنا.',
  ],
  takePhoto: ['Take a photo.', 'Сделайте фото.', 'გადაიღეთ ფოტო.', 'التقط صورة.'],
  needed: [
    (what: string) => `Needed: ${what}`,
    (what: string) => `Нужно: ${what}`,
    (what: string) => `საჭიროა: ${what}`,
    (what: string) => `المطلوب: ${what}`,
  ],
  codeReplaced: [
    'Without a connection a code cannot be checked: signature and photo replace it.',
    'Без сети код не проверить: его заменяют подпись и фото.',
    'ქსელის გარეშე კოდი ვერ შემოწმდება: მას ხელმოწერა და ფოტო ცვლის.',
    'بدون اتصال لا يمكن التحقق من الرمز: يحل محله التوقيع والصورة.',
  ],
  codeGoesHere: [
    'The code for the hand-over is sent here: without an address there is none.',
    'Сюда придёт код для вручения: без адреса кода не будет.',
    'აქ გაიგზავნება ჩაბარების კოდი: მისამართის გარეშე კოდი არ იქნება.',
    'يُرسل رمز التسليم إلى هنا: من دون عنوان لا رمز.',
  ],
  sendCode: ['Send the code', 'Отправить код', 'კოდის გაგზავნა', 'أرسل الرمز'],
  withoutCode: [
    'You can hand over without a code.',
    'Можно вручить без кода.',
    'ჩაბარება კოდის გარეშეც შეიძლება.',
    'يمكنك التسليم بدون رمز.',
  ],
  managerDelivers: [
    'A manager can mark it as delivered in the console, with a reason.',
    'Руководитель может отметить вручение в консоли, указав причину.',
    'მენეჯერს შეუძლია ჩაბარება კონსოლში მონიშნოს, მიზეზის მითითებით.',
    'يستطيع المدير تسجيل التسليم في لوحة التحكم مع ذكر السبب.',
  ],
  codeReason: [
    'Why the code goes to the new address',
    'Почему код отправляется на новый адрес',
    'რატომ იგზავნება კოდი ახალ მისამართზე',
    'لماذا يُرسل الرمز إلى العنوان الجديد',
  ],
  codeSent: [
    (to: string) => `The code was sent to ${to}`,
    (to: string) => `Код отправлен на ${to}`,
    (to: string) => `კოდი გაიგზავნა: ${to}`,
    (to: string) => `أُرسل الرمز إلى ${to}`,
  ],
})

/** The proofs that a company may ask for. */
export const proofs = texts({
  code: ['code', 'код', 'კოდი', 'الرمز'],
  signature: ['signature', 'подпись', 'ხელმოწერა', 'التوقيع'],
  photo: ['photo', 'фото', 'ფოტო', 'صورة'],
})
