import { texts } from './language.ts'

/** What the service warns of after a check-in. */
export const checkInWarnings: Record<string, string> = texts({
  flight_number_mismatch: [
    'This is not the flight that the bag is assigned to',
    'Это не тот рейс, на который назначена сумка',
    'ეს არ არის რეისი, რომელზეც ჩანთაა მინიჭებული',
    'ليست هذه الرحلة المخصصة للحقيبة',
  ],
  airline_tag_in_use: [
    'Another bag that is not delivered has this tag',
    'Эта бирка есть у другой недоставленной сумки',
    'ეს ბირკა აქვს სხვა ჩანთას, რომელიც ჯერ არ არის ჩაბარებული',
    'توجد هذه البطاقة على حقيبة أخرى لم تُسلَّم بعد',
  ],
})
