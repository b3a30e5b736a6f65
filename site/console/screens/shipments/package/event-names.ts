import { useQuery } from '@tanstack/preact-query'
import { fromTo, language, texts } from '../../../../staff/messages/language.ts'
import { cancelledName, caseNames, statusNames } from '../../../../staff/messages/statuses.ts'

/** Names of events that recipients do not see, or that staff call otherwise. Other English ones are those of the service. */
const staffNames = texts({
  ASSIGNED_TO_BAG: ['Packed into a bag', 'Упаковано в сумку', 'ჩალაგდა ჩანთაში', 'وُضعت في حقيبة'],
  REMOVED_FROM_BAG: ['Taken out of the bag', 'Вынуто из сумки', 'ამოღებულია ჩანთიდან', 'أُخرجت من الحقيبة'],
  // With a case or, set by hand, without one: it does not say that it is being looked for.
  LOST: ['Missing', 'Не найдено', 'ვერ მოიძებნა', 'مفقودة'],
  BAG_SEALED: ['Bag sealed', 'Сумка опломбирована', 'ჩანთა დაილუქა', 'خُتمت الحقيبة'],
  BAG_TAKEN_OVER: ['Bag taken over', 'Сумка принята курьером', 'ჩანთა კურიერმა მიიღო', 'استلم المندوب الحقيبة'],
  BAG_HANDED_OVER: ['Bag handed over', 'Сумка передана', 'ჩანთა გადაეცა', 'سُلّمت الحقيبة'],
  CASE_OPENED: ['Case opened', 'Открыто обращение', 'შემთხვევა გაიხსნა', 'فُتحت حالة'],
  CASE_RESOLVED: ['Case resolved', 'Обращение решено', 'შემთხვევა გადაწყდა', 'حُلّت الحالة'],
  PHOTO_ADDED: ['Photo added', 'Добавлено фото', 'დაემატა ფოტო', 'أُضيفت صورة'],
  LABEL_PRINTED: ['Label printed', 'Этикетка напечатана', 'ეტიკეტი დაიბეჭდა', 'طُبع الملصق'],
  STATUS_CORRECTED: ['Status corrected', 'Статус исправлен', 'სტატუსი შესწორდა', 'صُحّحت الحالة'],
  DETAILS_CHANGED: ['Details changed', 'Изменены данные', 'მონაცემები შეიცვალა', 'تغيّرت البيانات'],
  CODE_SENT: [
    'Code sent to a changed address',
    'Код отправлен на изменённый адрес',
    'კოდი გაიგზავნა შეცვლილ მისამართზე',
    'أُرسل الرمز إلى عنوان معدّل',
  ],
  EVENT_VOIDED: ['Scan taken back', 'Сканирование отменено', 'სკანირება გაუქმდა', 'أُلغي المسح'],
})
/** The names that recipients see, loaded with the first timeline in another language. */
const publicNames = {
  en: () => Promise.resolve<Record<string, string>>({}),
  ru: () => import('../../../../track/messages/ru.ts').then(({ russian }) => russian.events),
  ka: () => import('../../../../track/messages/ka.ts').then(({ georgian }) => georgian.events),
  ar: () => import('../../../../track/messages/ar.ts').then(({ arabic }) => arabic.events),
}

/** The name of an event in the user's language. */
export function useEventNames(): (event: { event_type: string; description: string }) => string {
  const code = language.value
  const names = useQuery({
    queryKey: ['event names', code],
    staleTime: Infinity,
    queryFn: async (): Promise<Record<string, string>> => publicNames[code](),
  })
  return ({ event_type, description }) => {
    const [change = '', from = '', to = ''] = / from ([A-Z_]+) to ([A-Z_]+)$/.exec(description) ?? []
    const english = description.slice(0, description.length - change.length)
    const known: Record<string, string> = { ...names.data, ...staffNames }
    const name = known[event_type] ?? english
    const statuses: Record<string, string> = {
      ...statusNames.shipment,
      ...statusNames.package,
      CANCELLED: cancelledName.is,
    }
    const [, code] = /: ([A-Z_]+)$/.exec(description) ?? []
    if (code !== undefined) return `${name}: ${caseNames[code] ?? code}`
    return change === '' ? name : `${name}: ${fromTo(statuses[from] ?? from, statuses[to] ?? to)}`
  }
}
