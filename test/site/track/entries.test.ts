import { expect, test } from 'vitest'
import type { Tracking } from '../../../site/track/api/answer.ts'
import { entriesByDay, stateText, stepName, statusText } from '../../../site/track/entries.ts'
import { localeOf } from '../../../site/track/locale.ts'
import type { Language } from '../../../site/track/messages/types.ts'
import { parcel } from './failures.fixture.ts'

/** An event "type place packages" at an hour of a day. */
function event([day, hour, what]: [string, number, string]) {
  const [event_type = '', location = '', packages] = what.split(' ')
  return {
    timestamp: `${day}T${String(hour).padStart(2, '0')}:00:00Z`,
    event_type,
    location,
    place: '',
    description: event_type,
    ...(packages !== undefined && { packages: packages.split(',').map(Number) }),
  }
}
const [monday, tuesday] = ['2030-06-03', '2030-06-04']
/** The entries, newest first: "hour type packages". */
const shown = (...events: [string, number, string][]) =>
  [...entriesByDay(events.map(event), (moment) => moment.toISOString().slice(0, 10))].map(([day, entries]) => [
    day,
    ...entries.map(
      ({ event: { timestamp, event_type }, packages }) =>
        `${new Date(timestamp).getUTCHours()} ${event_type} ${packages.join()}`,
    ),
  ])

test('packages with the same event on a day share an entry, at the time of the last', () => {
  const events = shown(
    [monday, 1, 'BOOKED SVO'],
    [monday, 2, 'SCANNED HUB 1'],
    [monday, 3, 'PACKED HUB 1'],
    [monday, 4, 'SCANNED HUB 2'],
    [monday, 5, 'PACKED HUB 2'],
    [monday, 6, 'SCANNED HUB 3'],
  )
  expect(events).toEqual([[monday, '6 SCANNED 1,2,3', '5 PACKED 1,2', '1 BOOKED ']])
})

test('another day, another place, or the same package again after something else is another entry', () => {
  const events = shown(
    [monday, 1, 'SCANNED HUB 1'],
    [monday, 2, 'SCANNED SHOP 1,2'],
    [monday, 3, 'SCANNED HUB 1'],
    [monday, 4, 'SCANNED HUB 2'],
    [tuesday, 5, 'SCANNED HUB 3'],
  )
  expect(events).toEqual([
    [tuesday, '5 SCANNED 3'],
    [monday, '4 SCANNED 1,2', '2 SCANNED 1,2', '1 SCANNED 1'],
  ])
})

test('what a package has again at the same place is shown once, at its first time', () => {
  const events = shown(
    [monday, 1, 'SCANNED HUB 1'],
    [monday, 2, 'SCANNED HUB 1'],
    [monday, 3, 'SCANNED HUB 2'],
    [monday, 4, 'SCANNED HUB 1,2,3'],
    [tuesday, 5, 'SCANNED HUB 1'],
    [tuesday, 6, 'UPDATED '],
    [tuesday, 7, 'SCANNED HUB 1'],
  )
  expect(events).toEqual([
    [tuesday, '7 SCANNED 1', '6 UPDATED '],
    [monday, '4 SCANNED 1,2,3'],
  ])
  expect(shown([monday, 1, 'SCANNED HUB 1'], [monday, 2, 'SCANNED HUB 1'])).toEqual([[monday, '1 SCANNED 1']])
})

test('each failed delivery is shown', () => {
  const events = shown([monday, 1, 'DELIVERY_FAILED HUB 1'], [tuesday, 2, 'DELIVERY_FAILED HUB 1'])
  expect(events).toEqual([
    [tuesday, '2 DELIVERY_FAILED 1'],
    [monday, '1 DELIVERY_FAILED 1'],
  ])
})

test('events of the shipment itself, and those without numbers, stay apart', () => {
  const events = shown([monday, 1, 'UPDATED '], [monday, 2, 'UPDATED '], [monday, 3, 'UPDATED  1'])
  expect(events).toEqual([[monday, '3 UPDATED 1', '2 UPDATED ', '1 UPDATED ']])
})

test.each<[Language, string, string, string]>([
  ['en', 'Received', 'at the warehouse “\u2068Hub\u2069” and', 'at the warehouse and'],
  ['ru', 'Принята', 'на складе «\u2068Hub\u2069» и', 'на складе и'],
  ['ka', 'მიღებულია', 'საწყობში „\u2068Hub\u2069“ და', 'საწყობში და'],
  ['ar', 'تم الاستلام', 'في المستودع «\u2068Hub\u2069»،', 'في المستودع،'],
])('in %s, a parcel that a warehouse has received is there', (language, title, named, unnamed) => {
  const state = (received_at_warehouse: string) =>
    stateText(localeOf(language, []), parcel({ status: 'RECEIVED', received_at_warehouse }))
  expect(state('Hub')).toEqual([title, expect.stringContaining(named)])
  expect(state('')).toEqual([title, expect.stringContaining(unnamed)])
})

test('the first step of a parcel that a warehouse has received stays what it was', () => {
  const steps = (fields: Partial<Tracking>) =>
    statusText(localeOf('en', []), parcel({ status: 'PREPARING', ...fields }), 'RECEIVED')[0]
  expect([steps({ received_at_warehouse: 'Hub' }), steps({})]).toEqual(['Received', 'Registered'])
})

test.each(['BAG_MISSED_FLIGHT', 'FLIGHT_CANCELLED'])('after %s the parcel waits, and has not left', (type) => {
  const events = [event([monday, 1, 'ASSIGNED_TO_BAG SVO 1']), event([monday, 2, `${type} SVO 1`])]
  const locale = localeOf('en', [])
  expect(stateText(locale, parcel({ events }))).toEqual([
    'Waiting for another flight',
    'Your parcel did not leave with its flight and will take another one.',
  ])
  expect(stepName(locale, parcel({ events }), 'IN_TRANSIT')).toBe('Packed for its flight')
  const departed = [...events, event([monday, 3, 'FLIGHT_DEPARTED SVO 1'])]
  expect(stepName(locale, parcel({ events: departed }), 'IN_TRANSIT')).toBe('On its way')
})
