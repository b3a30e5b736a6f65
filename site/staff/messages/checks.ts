import { texts } from './language.ts'

/** A form's messages about a field, before anything is sent. */
export const checks = texts({
  required: ['Fill in this field.', 'Заполните это поле.', 'შეავსეთ ეს ველი.', 'املأ هذا الحقل.'],
  choose: ['Choose at least one.', 'Выберите хотя бы одно.', 'აირჩიეთ მინიმუმ ერთი.', 'اختر واحداً على الأقل.'],
  number: [
    'Enter a number such as 1234.5',
    'Введите число, например 1234,5',
    'შეიყვანეთ რიცხვი, მაგალითად 1234,5',
    'أدخل رقماً مثل 1234.5',
  ],
  either: [
    (decimal: string, whole: string) => `Enter ${decimal} or ${whole}`,
    (decimal: string, whole: string) => `Введите ${decimal} или ${whole}`,
    (decimal: string, whole: string) => `შეიყვანეთ ${decimal} ან ${whole}`,
    (decimal: string, whole: string) => `أدخل ${decimal} أو ${whole}`,
  ],
  whole: [
    'Enter a whole number, such as 2',
    'Введите целое число, например 2',
    'შეიყვანეთ მთელი რიცხვი, მაგალითად 2',
    'أدخل عدداً صحيحاً مثل 2',
  ],
  atLeast: [
    (min: string) => `Enter ${min} or more.`,
    (min: string) => `Введите ${min} или больше.`,
    (min: string) => `შეიყვანეთ ${min} ან მეტი.`,
    (min: string) => `أدخل ${min} أو أكثر.`,
  ],
  atMost: [
    (max: string) => `Enter ${max} or less.`,
    (max: string) => `Введите ${max} или меньше.`,
    (max: string) => `შეიყვანეთ ${max} ან ნაკლები.`,
    (max: string) => `أدخل ${max} أو أقل.`,
  ],
  email: [
    'Enter an e-mail address such as nino@example.com',
    'Введите адрес, например nino@example.com',
    'შეიყვანეთ ელფოსტა, მაგალითად nino@example.com',
    'أدخل بريداً إلكترونياً مثل nino@example.com',
  ],
  url: [
    'Enter a web address such as https://example.com',
    'Введите адрес сайта, например https://example.com',
    'შეიყვანეთ საიტის მისამართი, მაგალითად https://example.com',
    'أدخل عنوان موقع مثل https://example.com',
  ],
  phone: [
    'Enter a phone number of at least five digits, such as +995 599 123456',
    'Введите номер телефона, не меньше пяти цифр, например +995 599 123456',
    'შეიყვანეთ ტელეფონის ნომერი, მინიმუმ ხუთი ციფრი, მაგალითად +995 599 123456',
    'أدخل رقم هاتف من خمسة أرقام على الأقل، مثل +995 599 123456',
  ],
  form: ['This does not have the right format.', 'Неверный формат.', 'ფორმატი არასწორია.', 'الصيغة غير صحيحة.'],
  token: [
    'Latin letters, digits, - and _',
    'Латинские буквы, цифры, - и _',
    'ლათინური ასოები, ციფრები, - და _',
    'أحرف لاتينية وأرقام و- و_',
  ],
  airport: [
    'An airport code of three or four letters, such as TBS',
    'Код аэропорта из трёх или четырёх букв, например TBS',
    'აეროპორტის კოდი, სამი ან ოთხი ასო, მაგალითად TBS',
    'رمز مطار من ثلاثة أحرف أو أربعة، مثل TBS',
  ],
  country: [
    'A country code of two letters, such as GE',
    'Код страны из двух букв, например GE',
    'ქვეყნის კოდი, ორი ასო, მაგალითად GE',
    'رمز بلد من حرفين، مثل GE',
  ],
  routes: [
    'Routes such as SVO-TBS, IST-TBS',
    'Маршруты, например SVO-TBS, IST-TBS',
    'მარშრუტები, მაგალითად SVO-TBS, IST-TBS',
    'مسارات مثل SVO-TBS, IST-TBS',
  ],
})

/** The texts of the API's patterns. */
export const patternNames: Record<string, 'token' | 'airport' | 'country' | 'routes'> = {
  '^[A-Za-z0-9][\\w-]{0,39}$': 'token',
  '^[A-Z]{3,4}$': 'airport',
  '^[A-Z]{2}$': 'country',
  '^[A-Z]{3,4}-[A-Z]{3,4}$': 'routes',
}
