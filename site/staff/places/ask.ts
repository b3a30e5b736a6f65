import { texts } from '../messages/language.ts'
import { isKnownPlace } from './places.ts'

const messages = texts({
  unknownPlace: [
    'The service does not know this place. If it is right, press the button again.',
    'Сервис не знает этого места. Если всё верно, нажмите кнопку ещё раз.',
    'ეს ადგილი უცნობია. თუ სწორია, დააჭირეთ ღილაკს ხელახლა.',
    'لا تعرف الخدمة هذا المكان. إن كان صحيحاً فاضغط الزر مرة أخرى.',
  ],
})

/** A check of a form's field that asks once about each place that the service does not know. */
export const askAbout = (asked: Set<string>) => (place: string) => {
  if (isKnownPlace(place) || asked.has(place)) return undefined
  asked.add(place)
  return messages.unknownPlace
}
