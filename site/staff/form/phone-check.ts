import { useRef } from 'preact/hooks'
import { phoneTerm } from '../../../shared/domain/search/phone.ts'
import { api } from '../api/client.ts'
import { useRead } from '../api/read.ts'
import { texts } from '../messages/language.ts'
import type { FieldOptions } from './field.tsx'

const messages = texts({
  withoutCode: [
    'Write the number with its calling code, such as +995, or set your company’s country in the settings. If it is right, press the button again.',
    'Напишите номер с кодом страны, например +995, или укажите страну компании в настройках. Если всё верно, нажмите кнопку ещё раз.',
    'დაწერეთ ნომერი ქვეყნის კოდით, მაგალითად +995, ან მიუთითეთ კომპანიის ქვეყანა პარამეტრებში. თუ სწორია, დააჭირეთ ღილაკს ხელახლა.',
    'اكتب الرقم مع رمزه الدولي مثل ‎+995، أو حدّد بلد شركتك في الإعدادات. إن كان صحيحاً فاضغط الزر مرة أخرى.',
  ],
})

/** A form's fields, whose phone numbers are asked about once if they have no calling code and the company has no country. */
export function usePhoneCheck(fields: Readonly<Record<string, FieldOptions>>): Record<string, FieldOptions> {
  const { current: asked } = useRef(new Set<string>())
  const isPhone = ({ type }: FieldOptions) => type === 'tel'
  const isNeeded = Object.values(fields).some(isPhone)
  const settings = useRead(['settings'], () => api.GET('/api/v1/settings'), isNeeded)
  const check = (text: string) => {
    const isLocal = phoneTerm(text)?.startsWith('+') === false
    if (!isLocal || settings.data?.body.country !== null || asked.has(text)) return undefined
    asked.add(text)
    return messages.withoutCode
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isPhone(field) ? { ...field, check } : field]),
  )
}
