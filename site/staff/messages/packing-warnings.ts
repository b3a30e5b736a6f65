import { texts } from './language.ts'

/** What the service warns of after a package was packed, with the place where its shipment goes. */
export const packingWarnings: Record<string, (destination: string) => string> = texts({
  other_destination: [
    (place: string) => `This bag does not go there: the parcel is for ${place}`,
    (place: string) => `Сумка летит не туда: посылка в ${place}`,
    (place: string) => `ჩანთა იქ არ მიდის: ამანათის დანიშნულებაა ${place}`,
    (place: string) => `الحقيبة لا تذهب إلى هناك: وجهة الطرد ${place}`,
  ],
  ready_for_pickup: [
    () => 'It was ready for pickup: check that it is meant to go on',
    () => 'Грузоместо было готово к выдаче: проверьте, что его надо везти дальше',
    () => 'გასატანად მზად იყო: შეამოწმეთ, რომ მართლა უნდა გაიგზავნოს',
    () => 'كانت جاهزة للاستلام: تحقق من أنها ستُرسل فعلاً',
  ],
  no_destination: [
    () => 'The parcel has no destination yet',
    () => 'У посылки ещё не указано, куда она едет',
    () => 'ამანათს დანიშნულება ჯერ არ აქვს',
    () => 'لا وجهة للطرد بعد',
  ],
})
