import { CourierError } from '../../../shared/client/http/errors.ts'
import { texts } from '../words/language.ts'
import { isKnownPlace } from './places.ts'

const words = texts({
  unknownPlace: [
    'The service does not know this place. If it is right, press the button again.',
    'Сервис не знает этого места. Если всё верно, нажмите кнопку ещё раз.',
    'ეს ადგილი უცნობია. თუ სწორია, დააჭირეთ ღილაკს ხელახლა.',
    'لا تعرف الخدمة هذا المكان. إن كان صحيحاً فاضغط الزر مرة أخرى.',
  ],
})

/** Asks once about each place of a body that the service does not know. Throws a CourierError about its field. */
export function askAboutPlaces(body: Record<string, unknown>, asked: Set<string>): void {
  const unknown = ['origin', 'destination'].filter((name) => {
    const place = body[name]
    return typeof place === 'string' && !isKnownPlace(place) && !asked.has(place)
  })
  for (const name of unknown) asked.add(String(body[name]))
  if (unknown.length === 0) return
  const detail = unknown.map((name) => ({
    ...{ loc: ['body', name], msg: words.unknownPlace, type: 'unknown_place' },
  }))
  throw new CourierError({ status: 422, headers: new Headers() }, { detail })
}
