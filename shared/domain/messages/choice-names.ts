import { languages } from '../kernel/languages.ts'

/** The names of a value in each language, in the order of `languages`. */
type Names = readonly [en: string, ru: string, ka: string, ar: string]

/** The names of payment statuses, on pages and in imported tables. */
export const paymentNames = {
  PENDING: ['Payment due', 'К оплате', 'გადასახდელია', 'مستحق الدفع'],
  UNPAID: ['Unpaid', 'Не оплачено', 'გადაუხდელი', 'غير مدفوعة'],
  PARTIALLY_PAID: ['Partly paid', 'Оплачено частично', 'ნაწილობრივ გადახდილი', 'مدفوعة جزئياً'],
  PAID: ['Paid', 'Оплачено', 'გადახდილი', 'مدفوعة'],
  REFUNDED: ['Refunded', 'Возврат денег', 'თანხა დაბრუნებულია', 'أُعيد المبلغ'],
  FAILED: ['Payment failed', 'Оплата не прошла', 'გადახდა ვერ მოხერხდა', 'فشل الدفع'],
  CANCELLED: ['Payment cancelled', 'Оплата отменена', 'გადახდა გაუქმებულია', 'أُلغي الدفع'],
  COD: ['Cash on delivery', 'Оплата при получении', 'გადახდა მიღებისას', 'الدفع عند الاستلام'],
} as const satisfies Record<string, Names>

/** The names of the kinds of contacts. */
export const contactKindNames = {
  PERSON: ['Person', 'Человек', 'პირი', 'شخص'],
  COMPANY: ['Company', 'Компания', 'კომპანია', 'شركة'],
} as const satisfies Record<string, Names>

/** The names of the languages of e-mails (Unicode CLDR). */
export const languageNames = (): Record<string, string[]> =>
  Object.fromEntries(
    languages.map((code) => [
      code,
      languages.map((of) => new Intl.DisplayNames([of], { type: 'language' }).of(code) ?? code),
    ]),
  )
