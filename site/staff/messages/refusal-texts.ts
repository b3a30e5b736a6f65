import type { RefusalParams } from '../../../shared/core/errors.ts'
import { texts } from './language.ts'
import { refusals } from './refusal-patterns.ts'
import { fieldOfReason, forPrograms, generalWords, refusalWords } from './refusal-words.ts'
import { filled, refusalReader, type ApiRefusal, type StaffText } from './refusals.ts'
import { cancelledName, statusNames } from './statuses.ts'

/** Texts of the API that have no reason, in the words of staff. */
const messages = texts({
  reference: refusalWords.reference_taken,
  columns: [
    'The file does not have all required columns. They are named above.',
    'В файле нет всех обязательных столбцов. Они перечислены выше.',
    'ფაილს ყველა აუცილებელი სვეტი არ აქვს. ისინი ზემოთაა ჩამოთვლილი.',
    'لا يحتوي الملف كل الأعمدة المطلوبة. وهي مذكورة أعلاه.',
  ],
  forged: refusalWords.label_forged,
  otherCompany: [
    'This label is of another company.',
    'Это этикетка другой компании.',
    'ეს სხვა კომპანიის ეტიკეტია.',
    'هذا الملصق لشركة أخرى.',
  ],
  noRecord: [
    'The package or bag of this label does not exist any more.',
    'Грузоместа или сумки с этой этикеткой больше нет.',
    'ამ ეტიკეტის შეკვრა ან ჩანთა აღარ არსებობს.',
    'لم تعد عبوة هذا الملصق أو حقيبته موجودة.',
  ],
  noLabel: [
    'This is not the code of a label.',
    'Это не код этикетки.',
    'ეს ეტიკეტის კოდი არ არის.',
    'هذا ليس رمز ملصق.',
  ],
  clock: [
    'The clock of this phone is wrong. Set it, then try again: the time of that attempt is recorded.',
    'Часы телефона идут неверно. Установите их и повторите: запишется время повтора.',
    'ტელეფონის საათი არასწორია. გაასწორეთ და სცადეთ ხელახლა: ჩაიწერება განმეორების დრო.',
    'ساعة هذا الهاتف غير صحيحة. اضبطها ثم أعد المحاولة: يُسجَّل وقت إعادة المحاولة.',
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
  weakPassword: [
    'Enter at least 8 characters that are hard to guess.',
    'Введите не меньше 8 знаков, которые трудно угадать.',
    'შეიყვანეთ მინიმუმ 8 სიმბოლო, რომელთა გამოცნობა ძნელია.',
    'أدخل 8 أحرف على الأقل يصعب تخمينها.',
  ],
  blank: [
    'Enter something that can be seen.',
    'Введите видимый текст.',
    'შეიყვანეთ ხილული ტექსტი.',
    'أدخل نصاً يُرى.',
  ],
})
const withoutReason = refusalReader(refusals, messages)

const words: Readonly<Record<string, string>> = texts(refusalWords)
const others = texts({ general: generalWords })

type Kind = 'shipment' | 'package' | 'bag' | 'flight' | 'courier'
/** A param as people read it: a status by its name, or that of a package whose shipment was cancelled. */
function shown([name, value]: [string, string | number]): [string, string] {
  const [, kind] = /(?:^|_)(shipment|package|bag|flight|courier)_status$/.exec(name) ?? []
  const names: Readonly<Record<string, string>> = kind === undefined ? {} : statusNames[kind as Kind]
  return [name, names[value] ?? (kind === 'package' && value === 'CANCELLED' ? cancelledName.is : `${value}`)]
}
const shownOf = (params: RefusalParams) => Object.fromEntries(Object.entries(params).map(shown))

const wordsOf = (reason: string) => words[reason] ?? (forPrograms.includes(reason) ? others.general : undefined)

/** A refusal of the API for staff, by its reason, whose words may be in `more`; without one that has words, by its text. */
export default function textOf(
  { detail, reason = '', params = {} }: ApiRefusal,
  more: Readonly<Record<string, string>>,
): StaffText {
  const text = more[reason] ?? wordsOf(reason)
  if (text === undefined) return withoutReason(detail)
  const field = fieldOfReason[reason]
  return { isKnown: true, text: filled(text, shownOf(params)), ...(field !== undefined && { field }) }
}
