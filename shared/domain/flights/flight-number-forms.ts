import type { AcceptedForms } from '../kernel/accepted-forms.ts'

const stored = 'SU123'

export const flightNumberForms: AcceptedForms = {
  title: 'Flight numbers',
  text: 'Flights and check-ins show a number as it was given. Searches, the warning of a check-in and the flight-data provider compare the form in the second column (`plainNumber`), so of one designator all forms are equal, and those of different ones are not. A number that is refused here is still a name of a flight, which is compared without punctuation; the provider is not asked about it.',
  forms: [
    { given: 'SU123', stored },
    { given: 'su 123', stored, note: 'in small letters, with a space' },
    { given: 'SU-123', stored, note: 'with a dash' },
    { given: 'SU 0123', stored, note: 'padded, as on boarding passes' },
    { given: 'SU0123', stored },
    { given: ' SU\u00A0123\u200B', stored, note: 'with characters that cannot be seen' },
    { given: 'ＳＵ１２３', stored, note: 'in full width' },
    { given: 'SU ١٢٣', stored, note: 'with Arabic digits' },
    { given: 'SU 0123 a', stored: 'SU123A', note: 'with an operational suffix, which makes another flight' },
    { given: 'AFL 0123', stored: 'AFL123', note: 'ICAO’s code, another designator than IATA’s' },
    { given: 's7 0035', stored: 'S735', note: 'S7 is the airline' },
    { given: '5N 0001', stored: '5N1', note: '5N is the airline' },
    { given: 'SU 1000', stored: 'SU1000', note: 'zeros that are not padding' },
    { given: 'SU 0000', stored: 'SU0', note: 'a number of zeros' },
    { given: 'СУ 123', refused: 'Cyrillic letters: a Russian code, not CY of Cyprus' },
    { given: 'SU 12345', refused: 'five digits' },
    { given: 'Charter', refused: 'no number' },
  ],
}
