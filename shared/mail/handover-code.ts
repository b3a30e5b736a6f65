import { directionOf } from './markup.ts'
import type { Wording } from './wording.ts'

/** Texts of the e-mail with the code of a hand-over. */
export interface HandoverCodeContent {
  company: string
  tracking_id: string
  language: 'en' | 'ru' | 'ka' | 'ar'
}

type Texts = (content: Pick<HandoverCodeContent, 'company' | 'tracking_id'>) => Wording

/** The texts around the code, in the languages in which recipients are addressed. */
const texts: Record<HandoverCodeContent['language'], Texts> = {
  en: ({ company, tracking_id }) => ({
    subject: 'The code for your parcel',
    lead: `Say this code when ${company} hands over your parcel ${tracking_id}:`,
    validity: 'The code works for 24 hours, once.',
    unasked:
      'Give it only to the person who has the parcel in front of you. If you expect none, there is nothing to do.',
  }),
  ru: ({ company, tracking_id }) => ({
    subject: 'Код для получения посылки',
    lead: `Назовите этот код, когда ${company} будет вручать вам посылку ${tracking_id}:`,
    validity: 'Код действует 24 часа, один раз.',
    unasked:
      'Называйте его только тому, у кого посылка в руках. Если вы ничего не ждёте, не обращайте внимания на это письмо.',
  }),
  ka: ({ company, tracking_id }) => ({
    subject: 'თქვენი ამანათის კოდი',
    lead: `თქვით ეს კოდი, როცა ${company} გადმოგცემთ ამანათს ${tracking_id}:`,
    validity: 'კოდი მოქმედებს 24 საათი, ერთხელ.',
    unasked:
      'უთხარით მხოლოდ მას, ვისაც ამანათი ხელში აქვს. თუ ამანათს არ ელოდებით, ყურადღება ნუ მიაქცევთ ამ წერილს.',
  }),
  ar: ({ company, tracking_id }) => ({
    subject: 'رمز استلام طردك',
    lead: `اذكر هذا الرمز عندما تسلّمك ${company} الطرد ${tracking_id}:`,
    validity: 'الرمز صالح لمدة 24 ساعة، ولمرة واحدة.',
    unasked: 'لا تذكره إلا لمن يحمل الطرد أمامك. إذا كنت لا تنتظر طردًا فتجاهل هذه الرسالة.',
  }),
}

export const handoverCodeWording = ({ language, ...content }: HandoverCodeContent): Wording => ({
  ...texts[language](content),
  language,
  company: content.company,
  direction: directionOf(language),
})
