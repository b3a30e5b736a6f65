import type { Email } from './emails.ts'
import { directionOf } from './markup.ts'
import { inertText, partsOf } from './letter.ts'

/** The e-mail to a former address of a recipient, whose parcel's e-mails go to another address from now on. */
export interface RedirectedContent {
  company: string
  tracking_id: string
  language: 'en' | 'ru' | 'ka' | 'ar'
}

const texts: Record<RedirectedContent['language'], (content: Omit<RedirectedContent, 'language'>) => string[]> =
  {
    en: ({ company, tracking_id }) => [
      'The e-mails about your parcel go to another address',
      `${company} has changed the recipient’s e-mail address of the parcel ${tracking_id}. Its e-mails, and the code for the hand-over, go to the new address.`,
      'If you did not ask for this, call the company that carries your parcel.',
    ],
    ru: ({ company, tracking_id }) => [
      'Письма о вашей посылке отправляются на другой адрес',
      `${company}: адрес электронной почты получателя посылки ${tracking_id} изменён. Письма и код для вручения отправляются на новый адрес.`,
      'Если вы об этом не просили, позвоните в компанию, которая везёт вашу посылку.',
    ],
    ka: ({ company, tracking_id }) => [
      'თქვენი ამანათის წერილები სხვა მისამართზე იგზავნება',
      `${company}: ამანათის ${tracking_id} მიმღების ელფოსტის მისამართი შეიცვალა. წერილები და ჩაბარების კოდი ახალ მისამართზე იგზავნება.`,
      'თუ ეს თქვენ არ მოგითხოვიათ, დაურეკეთ კომპანიას, რომელსაც თქვენი ამანათი მოაქვს.',
    ],
    ar: ({ company, tracking_id }) => [
      'رسائل طردك تُرسل إلى عنوان آخر',
      `${company}: تغيّر عنوان بريد مستلم الطرد ${tracking_id}. تُرسل الرسائل ورمز التسليم إلى العنوان الجديد.`,
      'إن لم تطلب ذلك فاتصل بالشركة التي تنقل طردك.',
    ],
  }

export function composeRedirected(to: string, { language, ...content }: RedirectedContent): Email {
  const company = inertText(content.company)
  const [subject = '', lead = '', advice = ''] = texts[language]({ ...content, company })
  const direction = directionOf(language)
  const blocks = [{ text: lead }, { text: advice }]
  return { to, ...partsOf({ language, direction, company, subject, preview: lead, blocks }) }
}
