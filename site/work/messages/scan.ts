import { plural, texts } from '../../staff/messages/language.ts'
import { checkInWarnings } from '../../staff/messages/check-in-warnings.ts'
import { packingWarnings } from '../../staff/messages/packing-warnings.ts'
import { refusalOf } from '../../staff/messages/refusals.ts'
import type { Entry, Problem } from '../queue/entry.ts'

export const messages = texts({
  camera: ['Camera', 'Камера', 'კამერა', 'الكاميرا'],
  stopCamera: ['Stop the camera', 'Выключить камеру', 'კამერის გამორთვა', 'إيقاف الكاميرا'],
  scanned: plural(
    { one: '# package scanned', other: '# packages scanned' },
    {
      one: 'Отсканировано # грузоместо',
      few: 'Отсканировано # грузоместа',
      many: 'Отсканировано # грузомест',
      other: 'Отсканировано # грузоместа',
    },
    { other: 'დასკანირდა # შეკვრა' },
    { other: 'العبوات الممسوحة: #' },
  ),
  type: ['Type', 'Ввести', 'აკრეფა', 'كتابة'],
  code: ['Code of the label', 'Код этикетки', 'ეტიკეტის კოდი', 'رمز الملصق'],
  enter: ['Enter', 'Ввод', 'შეყვანა', 'إدخال'],
  scans: ['Scans', 'Сканирования', 'სკანირებები', 'عمليات المسح'],
  recorded: ['Recorded', 'Записано', 'ჩაწერილია', 'سُجّل'],
  waits: ['Waits …', 'Ожидает …', 'ელოდება …', 'ينتظر …'],
  touchToGoOn: ['Touch to go on', 'Коснитесь, чтобы продолжить', 'შეეხეთ გასაგრძელებლად', 'المس للمتابعة'],
  notChecked: [
    'Saved on this phone, not checked',
    'Сохранено на телефоне, не проверено',
    'შენახულია ტელეფონში, შემოწმებული არ არის',
    'حُفظ على هذا الهاتف ولم يُتحقق منه',
  ],
  notKept: ['Not saved', 'Не сохранено', 'არ შეინახა', 'لم يُحفظ'],
  full: [
    'The phone’s storage is full. Connect, so that what is waiting is sent, or delete photos and apps. Then scan again.',
    'На телефоне нет свободной памяти. Подключитесь к сети, чтобы отправить ожидающее, или удалите фото и приложения. Затем отсканируйте снова.',
    'ტელეფონში ადგილი აღარ არის. დაუკავშირდით ქსელს, რომ მომლოდინე გაიგზავნოს, ან წაშალეთ ფოტოები და აპები. შემდეგ დაასკანირეთ ხელახლა.',
    'لا توجد مساحة على الهاتف. اتصل بالشبكة ليُرسل المنتظر، أو احذف صوراً وتطبيقات، ثم امسح مرة أخرى.',
  ],
  alreadyPacked: ['Is in this bag already', 'Уже в этой сумке', 'უკვე ამ ჩანთაშია', 'في هذه الحقيبة من قبل'],
  scannedBefore: ['scanned before', 'уже отсканировано', 'უკვე დასკანირდა', 'مُسحت من قبل'],
  noEffect: [
    'recorded, status unchanged',
    'записано, статус прежний',
    'ჩაწერილია, სტატუსი იგივეა',
    'سُجّل دون تغيير الحالة',
  ],
  ifFound: [
    (event: string) => `if it is found here, choose “${event}”`,
    (event: string) => `если грузоместо найдено здесь, выберите «${event}»`,
    (event: string) => `თუ აქ იპოვეს, აირჩიეთ „${event}“`,
    (event: string) => `إن عُثر عليها هنا فاختر «${event}»`,
  ],
  notOnItsWay: ['not on its way', 'не в пути', 'გზაში არ არის', 'ليست في الطريق'],
  notYours: [
    'This is not among your bags and their packages.',
    'Этого нет среди ваших сумок и их грузомест.',
    'ეს თქვენს ჩანთებსა და მათ შეკვრებს შორის არ არის.',
    'هذا ليس من حقائبك ولا من عبواتها.',
  ],
  damagedCase: [
    'damaged: a case is open',
    'повреждено: открыто обращение',
    'დაზიანებულია: შემთხვევა გახსნილია',
    'متضررة: فُتحت حالة',
  ],
  noPackage: ['This is not a package', 'Это не грузоместо', 'ეს შეკვრა არ არის', 'هذه ليست عبوة'],
  isShipment: [
    'This is the number of a shipment. Scan the label of its package.',
    'Это номер отправления. Сканируйте этикетку его грузоместа.',
    'ეს გზავნილის ნომერია. დაასკანირეთ მისი შეკვრის ეტიკეტი.',
    'هذا رقم شحنة. امسح ملصق عبوتها.',
  ],
  isBag: [
    'This is the label of a bag. Scan its packages.',
    'Это этикетка сумки. Сканируйте её грузоместа.',
    'ეს ჩანთის ეტიკეტია. დაასკანირეთ მისი შეკვრები.',
    'هذا ملصق حقيبة. امسح عبواتها.',
  ],
  unknownPackage: [
    'No package has this code',
    'Грузоместа с таким кодом нет',
    'ასეთი კოდით შეკვრა არ არსებობს',
    'لا توجد عبوة بهذا الرمز',
  ],
  noBag: ['This is not a bag', 'Это не сумка', 'ეს ჩანთა არ არის', 'هذه ليست حقيبة'],
  unknownOutcome: [
    'It is not known whether this was done, since the answer was lost more than a day ago. Look at the record, and try again only if it was not.',
    'Неизвестно, выполнено ли это: ответ потерян больше суток назад. Проверьте запись и повторите, только если не выполнено.',
    'უცნობია, შესრულდა თუ არა: პასუხი დღეზე მეტი ხნის წინ დაიკარგა. შეამოწმეთ ჩანაწერი და გაიმეორეთ მხოლოდ თუ არ შესრულებულა.',
    'لا يُعرف هل نُفّذ هذا، فقد فُقد الرد منذ أكثر من يوم. تحقق من السجل وأعد المحاولة فقط إن لم يُنفّذ.',
  ],
  formerRefused: [
    'It belongs to an entry that was refused. Resolve that one first, then try again.',
    'Отклонено то, к чему это относится. Сначала решите это, затем повторите.',
    'უარყოფილია ის, რასაც ეს ეკუთვნის. ჯერ ის მოაგვარეთ, შემდეგ გაიმეორეთ.',
    'رُفض ما يتبعه هذا. عالج ذلك أولاً ثم أعد المحاولة.',
  ],
})

/** The kinds of finds in a bag. */
export const outcomes: Record<string, string> = texts({
  FOUND: ['Found', 'Найдено', 'ნაპოვნია', 'عُثر عليها'],
  EXCESS: ['Not expected here', 'Не ожидалось', 'მოულოდნელია', 'غير متوقعة هنا'],
  MISROUTED: ['Belongs to another bag', 'Из другой сумки', 'სხვა ჩანთისაა', 'تخص حقيبة أخرى'],
})

/** What the service left out of an entry or cut, each field with the reason as the service says it. */
export function warningsOf({ kind, answer }: Entry): readonly string[] {
  const { warnings = [], destination = '' } = (answer ?? {}) as { warnings?: string[]; destination?: string }
  if (kind === 'pack') return warnings.map((code) => packingWarnings[code]?.(destination) ?? code)
  if (kind === 'checkIn') return warnings.map((code) => checkInWarnings[code] ?? code)
  return kind === 'scan' || kind === 'find' || kind === 'handOver' ? warnings : []
}

/** Why something was refused, for the worker. */
export function problemOf({ status, ...refusal }: Problem): string {
  if (status === 0) return messages.unknownOutcome
  if (status === 424) return messages.formerRefused
  return refusalOf(refusal).text
}
