import { texts } from './language.ts'
import { refusals } from './refusal-patterns.ts'

/** The API's refusals in the words of staff. The API's texts name requests and fields, and one code has many of them. */
const messages = texts({
  needsCode: [
    'A code is required. Send one to the recipient, and enter it.',
    'Требуется код. Отправьте его получателю и введите.',
    'საჭიროა კოდი. გაუგზავნეთ მიმღებს და შეიყვანეთ.',
    'الرمز مطلوب. أرسله إلى المستلم ثم أدخله.',
  ],
  needsSignature: ['A signature is required.', 'Требуется подпись.', 'საჭიროა ხელმოწერა.', 'التوقيع مطلوب.'],
  needsPhoto: ['A photo is required.', 'Требуется фото.', 'საჭიროა ფოტო.', 'الصورة مطلوبة.'],
  needsProof: [
    'A proof of delivery is required. Choose "Hand over" of the shipment.',
    'Требуется подтверждение вручения. Выберите «Вручить» у отправления.',
    'საჭიროა ჩაბარების დადასტურება. აირჩიეთ გზავნილის „ჩაბარება“.',
    'إثبات التسليم مطلوب. اختر «تسليم» في الشحنة.',
  ],
  noProof: [
    'There is no proof yet: nothing was handed over.',
    'Подтверждения пока нет: ничего не вручено.',
    'დადასტურება ჯერ არ არის: არაფერი ჩაბარებულა.',
    'لا إثبات بعد: لم يُسلَّم شيء.',
  ],
  webhookUrl: [
    'Another webhook has this URL. Change its events instead.',
    'У другого вебхука уже есть этот URL. Измените его события.',
    'ეს URL სხვა ვებჰუკს აქვს. შეცვალეთ მისი მოვლენები.',
    'لخطاف آخر هذا العنوان. غيّر أحداثه بدلاً من ذلك.',
  ],
  pingCode: [
    'This code is not that of the last ping. Send a test, and enter the code that arrives.',
    'Это не код последнего пинга. Отправьте проверку и введите пришедший код.',
    'ეს ბოლო პინგის კოდი არ არის. გაგზავნეთ ტესტი და შეიყვანეთ მიღებული კოდი.',
    'هذا ليس رمز آخر اختبار. أرسل اختباراً وأدخل الرمز الذي يصل.',
  ],
  wrongCode: [
    'This code is wrong or no longer valid. Check it, or send a new one.',
    'Код неверный или больше не действует. Проверьте его или отправьте новый.',
    'კოდი არასწორია ან აღარ მოქმედებს. შეამოწმეთ ან გაგზავნეთ ახალი.',
    'الرمز خاطئ أو لم يعد صالحاً. تحقّق منه أو أرسل رمزاً جديداً.',
  ],
  guesses: [
    'Five wrong codes were entered. Send a new one.',
    'Введено пять неверных кодов. Отправьте новый.',
    'ხუთი არასწორი კოდი შეიყვანეს. გაგზავნეთ ახალი.',
    'أُدخلت خمسة رموز خاطئة. أرسل رمزاً جديداً.',
  ],
  noEmail: [
    'The recipient has no e-mail address. Add it to the shipment first.',
    'У получателя нет электронной почты. Сначала добавьте её в отправление.',
    'მიმღებს ელფოსტა არ აქვს. ჯერ დაამატეთ გზავნილში.',
    'لا بريد إلكتروني للمستلم. أضفه إلى الشحنة أولاً.',
  ],
  changedEmail: [
    'The recipient’s e-mail address was changed within 24 hours. A manager can send the code there, with a reason.',
    'Электронная почта получателя изменена менее 24 часов назад. Код туда может отправить менеджер, указав причину.',
    'მიმღების ელფოსტა ბოლო 24 საათში შეიცვალა. კოდის იქ გაგზავნა მენეჯერს შეუძლია, მიზეზის მითითებით.',
    'تغيّر بريد المستلم الإلكتروني خلال 24 ساعة. يستطيع المدير إرسال الرمز إليه مع ذكر السبب.',
  ],
  handedOver: [
    'This shipment was handed over. Its proof is kept, so it cannot be deleted.',
    'Это отправление вручено. Подтверждение хранится, поэтому удалить его нельзя.',
    'ეს გზავნილი ჩაბარებულია. დადასტურება ინახება, ამიტომ მისი წაშლა შეუძლებელია.',
    'سُلّمت هذه الشحنة. يُحفظ إثباتها، لذا لا يمكن حذفها.',
  ],
  onHold: [
    'The package is on hold. Resolve its case first.',
    'Место задержано. Сначала решите его обращение.',
    'შეკვრა შეჩერებულია. ჯერ გადაწყვიტეთ მისი შემთხვევა.',
    'العبوة موقوفة. حُلّ حالتها أولاً.',
  ],
  openCase: [
    'A package has an open case. Resolve it first.',
    'У места есть открытое обращение. Сначала решите его.',
    'შეკვრას ღია შემთხვევა აქვს. ჯერ გადაწყვიტეთ იგი.',
    'لإحدى العبوات حالة مفتوحة. حُلّها أولاً.',
  ],
  bagOnHold: [
    'The bag has packages on hold. Take them out, or resolve their cases first.',
    'В сумке есть задержанные места. Выньте их или решите их обращения.',
    'ჩანთაში შეჩერებული შეკვრებია. ამოიღეთ ან გადაწყვიტეთ მათი შემთხვევები.',
    'في الحقيبة عبوات موقوفة. أخرجها أو حُلّ حالاتها أولاً.',
  ],
  secondPerson: [
    'You opened this case. A colleague has to resolve it.',
    'Вы открыли это обращение. Решить его должен коллега.',
    'ეს შემთხვევა თქვენ გახსენით. ის კოლეგამ უნდა გადაწყვიტოს.',
    'أنت فتحت هذه الحالة. يجب أن يحلّها زميل.',
  ],
  manyCases: [
    'This package has too many open cases. Resolve one first.',
    'У этого места слишком много открытых обращений. Сначала решите одно.',
    'ამ შეკვრას ძალიან ბევრი ღია შემთხვევა აქვს. ჯერ ერთი გადაწყვიტეთ.',
    'لهذه العبوة حالات مفتوحة كثيرة. حُلّ إحداها أولاً.',
  ],
  reference: [
    'Another shipment has this reference.',
    'У другого отправления уже такой номер.',
    'ეს ნომერი სხვა გზავნილს აქვს.',
    'لشحنة أخرى هذا المرجع نفسه.',
  ],
  noRoute: [
    'The shipment has no origin or destination yet. Add it first.',
    'У отправления ещё не указано, откуда или куда. Сначала укажите.',
    'გზავნილს ჯერ არ აქვს საწყისი ან დანიშნულების ადგილი. ჯერ მიუთითეთ.',
    'لا مصدر للشحنة أو لا وجهة لها بعد. أضفها أولاً.',
  ],
  columns: [
    'The file does not have all required columns. They are named above.',
    'В файле нет всех обязательных столбцов. Они перечислены выше.',
    'ფაილს ყველა აუცილებელი სვეტი არ აქვს. ისინი ზემოთაა ჩამოთვლილი.',
    'لا يحتوي الملف كل الأعمدة المطلوبة. وهي مذكورة أعلاه.',
  ],
  unverified: [
    'Confirm your e-mail address first.',
    'Сначала подтвердите свою электронную почту.',
    'ჯერ დაადასტურეთ თქვენი ელფოსტა.',
    'أكّد بريدك الإلكتروني أولاً.',
  ],
  unverifiedCompany: [
    'Nobody gets e-mails of your company yet: a manager has to confirm their own address first.',
    'Письма вашей компании пока никому не отправляются: сначала менеджер должен подтвердить свой адрес.',
    'თქვენი კომპანიის წერილები ჯერ არავის ეგზავნება: ჯერ მენეჯერმა უნდა დაადასტუროს თავისი მისამართი.',
    'لا تُرسل رسائل شركتك إلى أحد بعد: على مدير أن يؤكد عنوانه أولاً.',
  ],
  lettersUsedUp: [
    'No more e-mails today. Hand over with another proof, such as a signature.',
    'На сегодня писем больше нет. Вручите с другим подтверждением, например с подписью.',
    'დღეს წერილები ამოიწურა. ჩააბარეთ სხვა დადასტურებით, მაგალითად ხელმოწერით.',
    'انتهت رسائل اليوم. سلّم بإثبات آخر، مثل التوقيع.',
  ],
  stoppedAddress: [
    'The recipient’s address gets no e-mails. Hand over with another proof, or correct the address.',
    'На адрес получателя письма не отправляются. Вручите с другим подтверждением или исправьте адрес.',
    'მიმღების მისამართზე წერილები არ იგზავნება. ჩააბარეთ სხვა დადასტურებით ან გაასწორეთ მისამართი.',
    'لا تُرسل رسائل إلى عنوان المستلم. سلّم بإثبات آخر أو صحّح العنوان.',
  ],
  unknownWarehouse: [
    'There is no such warehouse. A manager creates it in the console first.',
    'Такого склада нет. Сначала руководитель создаёт его в консоли.',
    'ასეთი საწყობი არ არის. ჯერ მენეჯერი ქმნის მას კონსოლში.',
    'لا يوجد مستودع كهذا. ينشئه المدير أولاً في لوحة التحكم.',
  ],
  notOffered: [
    'The ownership is not offered to you, or the offer is older than a week. Ask the owner to offer it again.',
    'Владение вам не предложено, или предложению больше недели. Попросите владельца предложить снова.',
    'მფლობელობა თქვენთვის შეთავაზებული არ არის, ან შეთავაზებას კვირაზე მეტი გავიდა. სთხოვეთ მფლობელს ხელახლა.',
    'الملكية غير معروضة عليك، أو مضى على العرض أكثر من أسبوع. اطلب من المالك عرضها مجدداً.',
  ],
  manyCompanies: [
    'Too many companies were registered from your network. Try again later, or from another network.',
    'Из вашей сети зарегистрировано слишком много компаний. Попробуйте позже или из другой сети.',
    'თქვენი ქსელიდან ძალიან ბევრი კომპანია დარეგისტრირდა. სცადეთ მოგვიანებით ან სხვა ქსელიდან.',
    'سُجّلت شركات كثيرة جدًا من شبكتك. حاول لاحقًا، أو من شبكة أخرى.',
  ],
  resetLately: [
    'Your password was reset within a week. Until then the ownership stays with you.',
    'Ваш пароль сброшен менее недели назад. До конца недели владение остаётся у вас.',
    'თქვენი პაროლი ბოლო კვირაში აღდგა. მანამდე მფლობელობა თქვენთან რჩება.',
    'أُعيد تعيين كلمة مرورك خلال الأسبوع الماضي. حتى انقضائه تبقى الملكية لك.',
  ],
  ownerStays: [
    'The owner of the company stays its manager. Only they can pass the ownership on.',
    'Владелец компании остаётся её руководителем. Передать владение может только он.',
    'კომპანიის მფლობელი მის მენეჯერად რჩება. მფლობელობის გადაცემა მხოლოდ მას შეუძლია.',
    'يبقى مالك الشركة مديراً لها. ولا ينقل الملكية غيره.',
  ],
  forged: [
    'This label is not genuine. Put it aside, and tell a manager.',
    'Эта этикетка не подлинная. Отложите её и сообщите менеджеру.',
    'ეს ეტიკეტი ნამდვილი არ არის. გადადეთ და შეატყობინეთ მენეჯერს.',
    'هذا الملصق غير أصلي. ضعه جانباً وأبلغ المدير.',
  ],
  asciiAddress: [
    'Before the @, only Latin letters and digits: here is {letter}.',
    'До @ только латинские буквы и цифры, а здесь {letter}.',
    '@-მდე მხოლოდ ლათინური ასოები და ციფრები; აქ არის {letter}.',
    'قبل @ أحرف لاتينية وأرقام فقط، وهنا {letter}.',
  ],
  controlCharacter: [
    'The text has a character that cannot be seen, {code}. Remove it, or type the text again.',
    'В тексте есть невидимый символ {code}. Удалите его или наберите текст заново.',
    'ტექსტში უხილავი სიმბოლოა: {code}. წაშალეთ ან ტექსტი ხელახლა აკრიფეთ.',
    'في النص رمز لا يُرى: {code}. احذفه أو اكتب النص من جديد.',
  ],
  noCharacter: [
    'The text has {code}, which is no character. Remove it, or type the text again.',
    'В тексте есть {code}: такого символа нет. Удалите его или наберите текст заново.',
    'ტექსტში არის {code}: ასეთი სიმბოლო არ არსებობს. წაშალეთ ან ტექსტი ხელახლა აკრიფეთ.',
    'في النص {code} وهو ليس رمزاً. احذفه أو اكتب النص من جديد.',
  ],
  lostInText: [
    'Letters of the text were lost. Enter it again.',
    'Часть букв текста потеряна. Введите его заново.',
    'ტექსტის ასოები დაიკარგა. შეიყვანეთ ხელახლა.',
    'فُقدت أحرف من النص. أدخله من جديد.',
  ],
  blank: [
    'Enter something that can be seen.',
    'Введите видимый текст.',
    'შეიყვანეთ ხილული ტექსტი.',
    'أدخل نصاً يُرى.',
  ],
})
/** Where an API text names a request. */
const request = /:? \(?(GET|POST|PUT|PATCH|DELETE) \/[^\s)]*\)?/g

/** A text with values in the places of their names, isolated for bidirectional layout (UAX #9). */
const filled = (text: string, values: Record<string, string | undefined> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => `\u2068${values[name] ?? '?'}\u2069`)

type Pattern<Name extends string> = readonly [pattern: RegExp, name: Name, field?: string]
export interface StaffText {
  text: string
  field?: string
  isKnown: boolean
}

/**
 * Reads a text of the API by a table of patterns: the text for staff, in the user's language if it has one, the field that it is
 * about, and whether there is a text for it.
 */
export const refusalReader =
  <Name extends string>(patterns: readonly Pattern<Name>[], messages: Record<Name, string>) =>
  (detail: string): StaffText => {
    const found = patterns.filter(([pattern]) => pattern.test(detail))
    const field = found.find(([, , name]) => name !== undefined)?.[2]
    if (found.length === 0) return { text: detail.replace(request, ''), isKnown: false }
    return {
      isKnown: true,
      text: found.map(([pattern, name]) => filled(messages[name], pattern.exec(detail)?.groups)).join(' '),
      ...(field !== undefined && { field }),
    }
  }

/** A text of the API for staff. */
export const refusalOf = refusalReader(refusals, messages)
