import type { AcceptedForms } from './accepted-forms.ts'

const stored = 'TRK-7HQ3M2K9XW4BC'

export const trackingIdForms: AcceptedForms = {
  title: 'Tracking ids',
  text: '`trackingIdOf` reads them in public tracking, in the filters of shipments, on the tracking page, in the console and on phones. A response names the tracking id as it is shown. In the path of public tracking a link is not one segment: send the id in it. The filter `q` reads one without `TRK-` only if it has letters and digits, and no spaces.',
  forms: [
    { given: 'TRK-7HQ3M2K9XW4BC', stored, note: 'as it is shown' },
    { given: 'trk-7hq3m2k9xw4bc', stored, note: 'in small letters' },
    { given: ' TRK_7HQ3M2K9XW4BC. ', stored, note: 'with an underscore; punctuation around it' },
    { given: 'TRK–7HQ3M2K9XW4BC', stored, note: 'with a dash that a text editor made of the hyphen' },
    { given: 'TRK7HQ3M2K9XW4BC', stored, note: 'without the hyphen' },
    { given: '7HQ3M2K9XW4BC', stored, note: 'without `TRK-`' },
    { given: 'TRK 7HQ3 M2K9 XW4B C', stored, note: 'in groups' },
    { given: '7HQ3-M2K9-XW4BC', stored, note: 'in groups, without `TRK-`' },
    {
      given: 'TRK-OHQ3M2K9XW4IL',
      stored: 'TRK-0HQ3M2K9XW411',
      note: 'Crockford’s base 32: O is 0, I and L are 1',
    },
    { given: 'https://courier.example/track/TRK-7HQ3M2K9XW4BC?lang=ru#top', stored, note: 'a link' },
    { given: 'courier.example/track/7hq3m2k9xw4bc/', stored, note: 'a link without `TRK-`' },
    {
      given: 'https://courier.example/track/TRK%2D7HQ3M2K9XW4BC',
      stored,
      note: 'a link with percent-encoding',
    },
    { given: 'Your parcel TRK-7HQ3M2K9XW4BC is on its way.', stored, note: 'in a sentence' },
    { given: 'Ваша посылка 7HQ3M2K9XW4BC, в пути', stored, note: 'in a sentence, without `TRK-`' },
    { given: '\uFEFFTRK\u00A0-\u200B7HQ3M2K9XW4BC\r\n', stored, note: 'with characters that cannot be seen' },
    { given: ']C1TRK-7HQ3M2K9XW4BC', stored, note: 'with a scanner’s AIM identifier' },
    { given: 'ＴＲＫ－７ＨＱ３Ｍ２Ｋ９ＸＷ４ＢＣ', stored, note: 'in full width' },
    { given: 'ТRК-7НQ3М2К9ХW4ВС', stored, note: 'with Cyrillic letters that look like Latin ones' },
    { given: 'ЕКЛ-7РЙ3Ь2Л9ЧЦ4ИС', stored, note: 'typed in a Russian keyboard layout' },
    { given: 'TRK-7HQ3M2K9XW4B', refused: 'twelve characters' },
    { given: 'TRK-7HQ3M2K9XW4BCD', refused: 'fourteen characters' },
    { given: 'TRK-7UQ3M2K9XW4BC', refused: 'U is no character of such codes' },
    { given: 'TRK-7HQ3M2K9XW4BC or TRK-0HQ3M2K9XW411', refused: 'two different ones' },
    { given: 'nobody', refused: 'not a tracking id' },
  ],
}
