import type { Language } from '../kernel/languages.ts'
import { arabic } from '../messages/ar.ts'
import { english } from '../messages/en.ts'
import { georgian } from '../messages/ka.ts'
import { russian } from '../messages/ru.ts'
import type { ParcelMessages } from '../messages/types.ts'

/** The texts of a notice in one language. */
interface NoticeMessages extends ParcelMessages {
  /** For the sender of a delivered parcel. */
  handedOver: string
  company: string
  /** The link to the tracking page. */
  follow: string
  /** Why the reader gets the e-mail. */
  why: string
}

export const noticeMessages: Record<Language, NoticeMessages> = {
  en: {
    ...english,
    handedOver: 'Your parcel was handed over to its recipient.',
    company: 'Company',
    follow: 'Track the parcel',
    why: 'You get this e-mail because your address was given for this parcel.',
  },
  ru: {
    ...russian,
    handedOver: 'Ваша посылка вручена получателю.',
    company: 'Компания',
    follow: 'Следить за посылкой',
    why: 'Вы получили это письмо, потому что для этой посылки указан ваш адрес.',
  },
  ka: {
    ...georgian,
    handedOver: 'თქვენი ამანათი მიმღებს ჩაბარდა.',
    company: 'კომპანია',
    follow: 'ამანათის თვალყურის დევნება',
    why: 'ეს წერილი მიიღეთ, რადგან ამ ამანათისთვის თქვენი მისამართია მითითებული.',
  },
  ar: {
    ...arabic,
    handedOver: 'سُلّم طردك إلى المستلم.',
    company: 'الشركة',
    follow: 'تتبّع الطرد',
    why: 'وصلتك هذه الرسالة لأن عنوانك مُدرج لهذا الطرد.',
  },
}
