import type { AcceptedForms } from '../kernel/accepted-forms.ts'

const stored = '0555123456'

export const airlineTagForms: AcceptedForms = {
  title: 'Airline tags',
  text: 'A check-in stores a licence plate (IATA Resolution 740) as its ten digits: a leading digit, the airline’s code of three, and a number of six. Pages show them in these groups. Other tags stay as they are, without a scanner’s frame and with single spaces.',
  forms: [
    { given: '0555123456', stored },
    { given: '0 555 123456', stored, note: 'in groups' },
    { given: '0555-123-456', stored, note: 'with dashes' },
    { given: '0555 SU 123456', stored, note: 'with the airline’s letters, as printed' },
    { given: '0555su123456', stored, note: 'the same without spaces' },
    { given: ']I00555123456\r\n', stored, note: 'Interleaved 2 of 5, with an AIM identifier and a line end' },
    { given: '\u00020555123456\u0003', stored, note: 'between STX and ETX' },
    { given: '\u001D0555\u00A0123456\u200B', stored, note: 'with characters that cannot be seen' },
    { given: '０５５５１２３４５６', stored, note: 'in full width' },
    { given: '٠٥٥٥١٢٣٤٥٦', stored, note: 'with Arabic digits' },
    { given: '0000000001', stored: '0000000001', note: 'leading zeros stay' },
    { given: '555123456', stored: '555123456', note: 'nine digits: which one is missing is not known' },
    { given: ' SU\t 123456 ', stored: 'SU 123456', note: 'a tag without airline code in digits' },
    { given: 'B2', stored: 'B2' },
    { given: ' \u0002\r\n', refused: 'nothing but a frame' },
    { given: 'x'.repeat(33), refused: 'more than 32 characters' },
  ],
}
