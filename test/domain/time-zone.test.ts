import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clocksIn,
  dayIn,
  daysAfter,
  isTimeZone,
  localTime,
  momentIn,
  startOfDay,
} from '../../shared/domain/kernel/time-zone.ts'

/** Zones with and without daylight saving, of half an hour, and at both ends. */
const zones = [
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Tbilisi',
  'Europe/Moscow',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
]
const minutes = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 })

test('what clocks show at a moment is that moment again, or an hour that is repeated', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
      const moment = minute * 60_000
      const clocks = clocksIn(moment, zone)
      const again = Date.parse(momentIn(clocks, zone))
      expect(clocksIn(again, zone)).toBe(clocks)
      expect(again).toBeLessThanOrEqual(moment)
      expect(moment - again).toBeLessThanOrEqual(3_600_000)
    }),
  )
})

test('a day begins with its first moment', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
      const day = dayIn(minute * 60_000, zone)
      const start = Date.parse(startOfDay(day, zone))
      expect(dayIn(start, zone)).toBe(day)
      expect(dayIn(start - 1, zone)).toBe(daysAfter(day, -1))
    }),
  )
})

test.each([
  ['an hour is skipped', '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['an hour is repeated', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['an hour is skipped', '2026-03-29T01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
  ['an hour is repeated', '2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
  ['half an hour is repeated', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ['midnight is skipped', '2026-09-06T00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['clocks are not changed', '2026-11-24T23:40', 'Europe/Moscow', '2026-11-24T20:40:00.000Z'],
])('where %s, %s in %s is %s', (_, clocks, zone, moment) => {
  expect(momentIn(clocks, zone)).toBe(moment)
})

test('documents have times with their zone', () => {
  const moment = '2026-07-01T20:40:00.000Z'
  expect(['Europe/Moscow', 'Europe/London', undefined].map((zone) => localTime(moment, zone))).toEqual([
    '2026-07-01 23:40 GMT+3',
    '2026-07-01 21:40 BST',
    '2026-07-01 20:40 UTC',
  ])
})

test('a time zone has the name of a place in the IANA database', () => {
  expect(['Asia/Tbilisi', 'UTC', 'GMT+3', '+03:00', 'Moscow', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
