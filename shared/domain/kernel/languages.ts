/** The languages in which recipients are addressed, as BCP 47 tags. */
export const languages = ['en', 'ru', 'ka', 'ar'] as const
export type Language = (typeof languages)[number]
