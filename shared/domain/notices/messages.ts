import type { Language } from '../kernel/languages.ts'
import { arabic } from '../words/ar.ts'
import { english } from '../words/en.ts'
import { georgian } from '../words/ka.ts'
import { russian } from '../words/ru.ts'
import type { ParcelWords } from '../words/types.ts'

/** The texts of a notice in one language. */
interface NoticeWords extends ParcelWords {
  /** For the sender of a delivered parcel. */
  handedOver: string
  company: string
  /** The link to the tracking page. */
  follow: string
  /** Why the reader gets the e-mail. */
  why: string
}

export const noticeWords: Record<Language, NoticeWords> = {
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
