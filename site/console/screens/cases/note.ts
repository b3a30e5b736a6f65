import {
  automaticNotes,
  takenBackNote,
  unconfirmedNote,
} from '../../../../shared/domain/cases/automatic-notes.ts'
import { joined, texts } from '../../../staff/messages/language.ts'

const noteTexts = texts({
  notFound: [
    'Not found when its bag was unloaded',
    'Не найдено при разгрузке сумки',
    'ჩანთის გადმოტვირთვისას ვერ მოიძებნა',
    'لم تُوجد عند تفريغ حقيبتها',
  ],
  sealBroken: [
    'The seal of its bag was not intact',
    'Пломба сумки была повреждена',
    'ჩანთის ლუქი დაზიანებული იყო',
    'لم يكن ختم حقيبتها سليماً',
  ],
  unconfirmed: [
    (name: string) => `Handed over to ${name} without a confirmed code`,
    (name: string) => `Вручено без подтверждённого кода: ${name}`,
    (name: string) => `გადაეცა დადასტურებული კოდის გარეშე: ${name}`,
    (name: string) => `سُلّمت إلى ${name} دون رمز مؤكد`,
  ],
  takenBack: [
    (code: string) => `the hand-over of ${code} was taken back`,
    (code: string) => `вручение ${code} отменено`,
    (code: string) => `ჩაბარება გაუქმდა: ${code}`,
    (code: string) => `أُلغي تسليم ${code}`,
  ],
})
const [beforeName = '', afterName = ''] = unconfirmedNote('\n').split('\n')
const noteNames = Object.keys(automaticNotes) as (keyof typeof automaticNotes)[]
/** The note of a case: one that the service wrote in the user's language, another as it is. */
export function caseNote(given: string): string {
  const [note = '', ...takenBack] = given.split(takenBackNote('', ''))
  if (takenBack.length === 0) return textOfNote(note)
  return joined([textOfNote(note), ...takenBack.map((code) => noteTexts.takenBack(code))], '; ')
}
function textOfNote(note: string): string {
  const name = noteNames.find((one) => automaticNotes[one] === note)
  if (name) return noteTexts[name]
  return note.startsWith(beforeName) && note.endsWith(afterName)
    ? noteTexts.unconfirmed(note.slice(beforeName.length, -afterName.length))
    : note
}
