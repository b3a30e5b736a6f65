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
  moreCells: [
    'The row has {cells} cells, and the header {columns}. Put a value with a delimiter in it in quotes, and remove the cells beyond the header.',
    'В строке {cells} ячеек, а в заголовке {columns}. Возьмите значение с разделителем внутри в кавычки и удалите лишние ячейки.',
    'სტრიქონში {cells} უჯრაა, სათაურში კი {columns}. გამყოფის შემცველი მნიშვნელობა ჩასვით ბრჭყალებში და წაშალეთ ზედმეტი უჯრები.',
    'في الصف {cells} خلايا وفي العنوان {columns}. ضع القيمة التي تحوي فاصلاً بين علامتي اقتباس واحذف الخلايا الزائدة.',
  ],
  fewerCells: [
    'The row has {cells} cells, and the header {columns}: required fields are missing.',
    'В строке {cells} ячеек, а в заголовке {columns}: нет обязательных полей.',
    'სტრიქონში {cells} უჯრაა, სათაურში კი {columns}: აკლია აუცილებელი ველები.',
    'في الصف {cells} خلايا وفي العنوان {columns}: تنقص حقول إلزامية.',
  ],
  namelessColumn: [
    'Cell {cell} has a value, but its column has no name. Move the value, or name the column.',
    'В ячейке {cell} есть значение, но у её столбца нет названия. Переместите значение или назовите столбец.',
    'უჯრა {cell} შევსებულია, მაგრამ მის სვეტს სახელი არ აქვს. გადაიტანეთ მნიშვნელობა ან დაარქვით სვეტს სახელი.',
    'في الخلية {cell} قيمة ولا اسم لعمودها. انقل القيمة أو سمِّ العمود.',
  ],
  afterQuote: [
    'Cell {cell} has text after its closing quote. Write a quote within a quoted value twice.',
    'В ячейке {cell} есть текст после закрывающей кавычки. Кавычку внутри значения в кавычках пишите дважды.',
    'უჯრა {cell} დახურული ბრჭყალის შემდეგ ტექსტს შეიცავს. ბრჭყალებიან მნიშვნელობაში ბრჭყალი ორჯერ დაწერეთ.',
    'في الخلية {cell} نص بعد علامة الاقتباس الختامية. اكتب علامة الاقتباس داخل القيمة مرتين.',
  ],
  ambiguousNumber: [
    '{value} may be a fraction or thousands. Write it without thousands, as 1234 or 1.2340.',
    '{value} может быть дробью или тысячами. Напишите без разделителя тысяч: 1234 или 1,2340.',
    '{value} შეიძლება იყოს წილადი ან ათასები. დაწერეთ ათასების გამყოფის გარეშე: 1234 ან 1.2340.',
    'قد تكون {value} كسراً أو آلافاً. اكتبها بلا فاصل آلاف: 1234 أو 1.2340.',
  ],
  lostDigits: [
    '{value} has lost digits in a spreadsheet. Format the column as text, and enter the value again.',
    '{value}: таблица потеряла цифры. Задайте столбцу текстовый формат и введите значение заново.',
    '{value}: ცხრილმა ციფრები დაკარგა. მიეცით სვეტს ტექსტის ფორმატი და მნიშვნელობა ხელახლა შეიყვანეთ.',
    '{value}: فقد الجدول أرقاماً منها. اجعل تنسيق العمود نصاً وأدخل القيمة من جديد.',
  ],
  failedCell: [
    '{value} is an error of the spreadsheet. Enter the value.',
    '{value} – ошибка таблицы. Введите значение.',
    '{value} ცხრილის შეცდომაა. შეიყვანეთ მნიშვნელობა.',
    '{value} خطأ من الجدول. أدخل القيمة.',
  ],
  lostLetters: [
    'Letters were lost when the file was saved. Save it as UTF-8, and enter the value again.',
    'При сохранении файла потеряны буквы. Сохраните его в UTF-8 и введите значение заново.',
    'ფაილის შენახვისას ასოები დაიკარგა. შეინახეთ UTF-8-ში და მნიშვნელობა ხელახლა შეიყვანეთ.',
    'فُقدت أحرف عند حفظ الملف. احفظه بترميز UTF-8 وأدخل القيمة من جديد.',
  ],
  oneField: [
    'The columns {first} and {second} are both {field}. Rename or remove one.',
    'Столбцы {first} и {second} – это одно поле {field}. Переименуйте или удалите один из них.',
    'სვეტები {first} და {second} ერთი ველია: {field}. ერთ-ერთს სახელი შეუცვალეთ ან წაშალეთ.',
    'العمودان {first} و{second} هما الحقل {field} نفسه. أعد تسمية أحدهما أو احذفه.',
  ],
  oneName: [
    'The columns {first} and {second} have the same name. Rename or remove one.',
    'У столбцов {first} и {second} одно название. Переименуйте или удалите один из них.',
    'სვეტებს {first} და {second} ერთი სახელი აქვს. ერთ-ერთს სახელი შეუცვალეთ ან წაშალეთ.',
    'للعمودين {first} و{second} اسم واحد. أعد تسمية أحدهما أو احذفه.',
  ],
  damagedFile: [
    'The file is damaged, or not in {encoding}: line {line} has bytes that are no letter. Save it as UTF-8, or choose its encoding.',
    'Файл повреждён или не в {encoding}: в строке {line} есть байты, которые не буквы. Сохраните его в UTF-8 или выберите кодировку.',
    'ფაილი დაზიანებულია ან {encoding} კოდირებაში არ არის: ხაზზე {line} არის ბაიტები, რომლებიც ასოები არ არის. შეინახეთ UTF-8-ში ან აირჩიეთ კოდირება.',
    'الملف تالف أو ليس بترميز {encoding}: في السطر {line} بايتات ليست أحرفاً. احفظه بترميز UTF-8 أو اختر ترميزه.',
  ],
  manyRows: [
    'The file has more than {rows} rows. Divide it into several files.',
    'В файле больше {rows} строк. Разделите его на несколько файлов.',
    'ფაილში {rows}-ზე მეტი სტრიქონია. დაყავით რამდენიმე ფაილად.',
    'في الملف أكثر من {rows} صف. قسّمه إلى عدة ملفات.',
  ],
  notCsv: [
    'The file is not CSV: a quote is not closed, or a row is too long. Line: {line}',
    'Это не CSV: кавычка не закрыта, или строка слишком длинная. Строка файла: {line}',
    'ეს CSV არ არის: ბრჭყალი დახურული არ არის, ან სტრიქონი ძალიან გრძელია. ხაზი: {line}',
    'الملف ليس CSV: علامة اقتباس غير مغلقة أو صف طويل جداً. السطر: {line}',
  ],
  emptyFile: [
    'The file is empty. It needs a header with the names of its columns.',
    'Файл пуст. Нужен заголовок с названиями столбцов.',
    'ფაილი ცარიელია. საჭიროა სათაური სვეტების სახელებით.',
    'الملف فارغ. يلزمه صف عنوان بأسماء أعمدته.',
  ],
  delimiter: [
    'The first line names the delimiter {delimiter}. Save the file with commas, semicolons or tabs.',
    'Первая строка называет разделитель {delimiter}. Сохраните файл с запятыми, точками с запятой или табуляцией.',
    'პირველი ხაზი ასახელებს გამყოფს {delimiter}. შეინახეთ ფაილი მძიმით, წერტილ-მძიმით ან ტაბულაციით.',
    'يسمّي السطر الأول الفاصل {delimiter}. احفظ الملف بفواصل أو فواصل منقوطة أو علامات جدولة.',
  ],
  markedFile: [
    'The file says itself that it is in {encoding}. Leave the encoding to the file.',
    'Файл сам указывает кодировку {encoding}. Не выбирайте другую.',
    'ფაილი თვითონ მიუთითებს კოდირებას {encoding}. სხვას ნუ აირჩევთ.',
    'يذكر الملف بنفسه أن ترميزه {encoding}. لا تختر غيره.',
  ],
  uncertainEncoding: [
    'The encoding of the file is not certain. Save it as UTF-8, or choose its encoding.',
    'Кодировку файла нельзя определить. Сохраните его в UTF-8 или выберите кодировку.',
    'ფაილის კოდირება ზუსტად ვერ დგინდება. შეინახეთ UTF-8-ში ან აირჩიეთ კოდირება.',
    'ترميز الملف غير مؤكد. احفظه بترميز UTF-8 أو اختر ترميزه.',
  ],
  workbook: [
    'The file is a workbook. Save it as CSV, in UTF-8.',
    'Это книга таблиц. Сохраните её как CSV в UTF-8.',
    'ეს ცხრილების წიგნია. შეინახეთ CSV-ად, UTF-8-ში.',
    'الملف مصنّف جداول. احفظه بصيغة CSV وبترميز UTF-8.',
  ],
  otherEncoding: [
    'The file is in {encoding}. Save it as UTF-8.',
    'Файл в кодировке {encoding}. Сохраните его в UTF-8.',
    'ფაილის კოდირებაა {encoding}. შეინახეთ UTF-8-ში.',
    'الملف بترميز {encoding}. احفظه بترميز UTF-8.',
  ],
  zeroBytes: [
    'The file is no text: it has zero bytes. Save it as CSV, in UTF-8.',
    'Это не текстовый файл: в нём есть нулевые байты. Сохраните его как CSV в UTF-8.',
    'ეს ტექსტური ფაილი არ არის: ნულოვან ბაიტებს შეიცავს. შეინახეთ CSV-ად, UTF-8-ში.',
    'الملف ليس نصاً: فيه بايتات صفرية. احفظه بصيغة CSV وبترميز UTF-8.',
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

/** A text of the API for staff, in the user's language if it has one, the field that it is about, and whether there is a text for it. */
export function refusalOf(detail: string): { text: string; field?: string; isKnown: boolean } {
  const found = refusals.filter(([pattern]) => pattern.test(detail))
  const field = found.find(([, , name]) => name !== undefined)?.[2]
  if (found.length === 0) return { text: detail.replace(request, ''), isKnown: false }
  return {
    isKnown: true,
    text: found.map(([pattern, name]) => filled(messages[name], pattern.exec(detail)?.groups)).join(' '),
    ...(field !== undefined && { field }),
  }
}
