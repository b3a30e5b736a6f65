import type { AcceptedForms } from './accepted-forms.ts'

const taken = (given: string, stored: string, note: string) => ({ given, stored, note })
const refused = (given: string, note: string, reason: string) => ({ given, refused: reason, note })

export const instantForms: AcceptedForms = {
  title: 'Times',
  text: 'Every field that is a time (`occurred_at`, `due_at`, `scheduled_departure` …) takes each form of ISO 8601 that names an instant: date, time and zone. It is stored in UTC, to the millisecond; further digits are dropped. In a query, a `+` that was not percent-encoded arrives as a space, which is read as the `+`.',
  forms: [
    taken('2027-01-10T20:00:00.000Z', '2027-01-10T20:00:00.000Z', 'as the service writes it'),
    taken('2027-01-10T20:00Z', '2027-01-10T20:00:00.000Z', 'without seconds'),
    taken('2027-01-10T20Z', '2027-01-10T20:00:00.000Z', 'an hour'),
    taken('2027-01-10T20:00:00,5Z', '2027-01-10T20:00:00.500Z', 'a comma before the fraction'),
    taken('2027-01-10T20:00.5Z', '2027-01-10T20:00:30.000Z', 'a fraction of a minute'),
    taken('2027-01-10T20:00:00.123456789Z', '2027-01-10T20:00:00.123Z', 'nanoseconds'),
    taken('2027-01-11T00:00:00+04:00', '2027-01-10T20:00:00.000Z', 'an offset'),
    taken('2027-01-11T00:00:00+0400', '2027-01-10T20:00:00.000Z', 'an offset without a colon'),
    taken('2027-01-11T00:00:00+04', '2027-01-10T20:00:00.000Z', 'an offset of hours'),
    taken('2027-01-10T17:00:00\u221203:00', '2027-01-10T20:00:00.000Z', 'a minus of Unicode'),
    taken('2027-01-10T20:00:00-00:00', '2027-01-10T20:00:00.000Z', 'UTC, of an unknown place (RFC 3339 §4.3)'),
    taken('20270110T200000Z', '2027-01-10T20:00:00.000Z', 'the basic format'),
    taken('2027-W01-7T20:00Z', '2027-01-10T20:00:00.000Z', 'a week date'),
    taken('2027-010T20:00Z', '2027-01-10T20:00:00.000Z', 'an ordinal date'),
    taken('2027-01-10 20:00:00z', '2027-01-10T20:00:00.000Z', 'a space, and a small z (RFC 3339 §5.6)'),
    taken('2027-01-09T24:00:00Z', '2027-01-10T00:00:00.000Z', 'the end of a day'),
    taken('2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z', 'a leap second: the second after it'),
    refused('2027-01-10T20:00:00', 'without a zone', 'A time needs a zone'),
    refused('2027-01-10', 'a day', 'A time in ISO 8601'),
    refused('10.01.2027 20:00', 'another notation', 'A time in ISO 8601'),
    refused('2027-01-10T20:00:00 MSK', 'a zone by its name', 'A time in ISO 8601'),
    refused('2027-02-29T20:00:00Z', 'no leap year', 'There is no such day or time'),
    refused('2027-01-10T20:60:00Z', 'no such minute', 'There is no such day or time'),
    refused('2027-01-10T20:00:60Z', 'no leap second', 'There is no such day or time'),
    refused('9999-12-31T23:00:00-04:00', 'in the year 10000', 'There is no such day or time'),
  ],
}
