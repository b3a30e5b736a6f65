import { texts } from '../../../staff/messages/language.ts'
import { loadRefusals, refusalOf, refusalReader, type StaffText } from '../../../staff/messages/refusals.ts'
import { valueNames } from './field-names.ts'
import { tableRefusals } from './refusal-patterns.ts'

// A file's rows are refused in an answer that succeeds.
void loadRefusals()

const messages = texts({
  required: ['Fill in this field.', 'Заполните это поле.', 'შეავსეთ ეს ველი.', 'املأ هذا الحقل.'],
  number: [
    'Enter a number, such as 2.5.',
    'Введите число, например 2,5.',
    'შეიყვანეთ რიცხვი, მაგალითად 2,5.',
    'أدخل رقماً مثل 2.5.',
  ],
  whole: [
    'Enter a whole number, such as 2.',
    'Введите целое число, например 2.',
    'შეიყვანეთ მთელი რიცხვი, მაგალითად 2.',
    'أدخل عدداً صحيحاً مثل 2.',
  ],
  email: [
    'Enter an e-mail address such as nino@example.com.',
    'Введите адрес почты, например nino@example.com.',
    'შეიყვანეთ ელფოსტის მისამართი, მაგალითად nino@example.com.',
    'أدخل عنوان بريد إلكتروني مثل nino@example.com.',
  ],
  id: [
    'Enter the code of a contact, as an export of contacts has it.',
    'Введите код контакта, как в экспорте контактов.',
    'შეიყვანეთ კონტაქტის კოდი, როგორც კონტაქტების ექსპორტშია.',
    'أدخل رمز جهة الاتصال كما في تصدير جهات الاتصال.',
  ],
  oneOf: [
    'Write one of: {values}',
    'Напишите одно из: {values}',
    'დაწერეთ ერთ-ერთი: {values}',
    'اكتب إحدى القيم: {values}',
  ],
  tooLong: [
    'This text is too long: up to {max} characters.',
    'Текст слишком длинный: до {max} знаков.',
    'ტექსტი ძალიან გრძელია: {max} სიმბოლომდე.',
    'النص طويل جداً: حتى {max} حرفاً.',
  ],
  atMost: [
    'Enter {max} or less.',
    'Введите {max} или меньше.',
    'შეიყვანეთ {max} ან ნაკლები.',
    'أدخل {max} أو أقل.',
  ],
  atLeast: [
    'Enter {min} or more.',
    'Введите {min} или больше.',
    'შეიყვანეთ {min} ან მეტი.',
    'أدخل {min} أو أكثر.',
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
})
const ofTables = refusalReader(tableRefusals, messages)

/** The values of a choice as forms name them. */
const named = (detail: string) =>
  detail.replace(
    /^(One of )(.+)$/s,
    (_, start: string, values: string) => start + valueNames(values.split(', ')),
  )

/** A text of the API about a table, or about a value in it, for staff. Here, so that only this screen loads these texts. */
export function tableRefusalOf(detail: string): StaffText {
  const found = ofTables(named(detail))
  return found.isKnown ? found : refusalOf(detail)
}
