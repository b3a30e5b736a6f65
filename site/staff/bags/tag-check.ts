import { useRef } from 'preact/hooks'
import { airlineTagOf } from '../../../shared/domain/bags/airline-tag.ts'
import { texts } from '../messages/language.ts'

const messages = texts({
  unusual: [
    'This does not look like a bag tag, which has 10 digits. If it is right, press the button again.',
    'Это не похоже на номер бирки: в нём 10 цифр. Если всё верно, нажмите кнопку ещё раз.',
    'ეს ბირკის ნომერს არ ჰგავს: მასში 10 ციფრია. თუ სწორია, დააჭირეთ ღილაკს ხელახლა.',
    'لا يشبه هذا رقم بطاقة أمتعة، ففيه 10 أرقام. إن كان صحيحاً فاضغط الزر مرة أخرى.',
  ],
})

/** A licence plate (IATA Resolution 740), or the airline's letters and the number, as they are printed on some tags. */
const isUsual = (tag: string) => /^(\d{10}|[A-Z\d]{2}\d{6})$/i.test(airlineTagOf(tag).replaceAll(' ', ''))

/** The check of a field for an airline's tag: one that does not look like a tag is asked about once. */
export function useTagCheck(): (tag: string) => string | undefined {
  const { current: asked } = useRef(new Set<string>())
  return (tag) => {
    if (isUsual(tag) || asked.has(tag)) return undefined
    asked.add(tag)
    return messages.unusual
  }
}
