import { expect, test } from 'vitest'
import { eventTypes } from '../../../shared/domain/timeline/timeline-events.ts'
import { newTrackingId } from '../../../shared/domain/kernel/codes.ts'
import { shipmentStatuses, titles } from '../../../shared/domain/shipments/status.ts'
import { isStatus } from '../../../site/track/api/answer.ts'
import { georgianDurations } from '../../../site/shared/georgian-calendar.ts'
import { age, duration, fromNow } from '../../../site/shared/times.ts'
import { formatPackages, formatPackagesOf, localeOf } from '../../../site/track/locale.ts'
import { trackingIdInPath, typedTrackingId } from '../../../site/track/tracking-id.ts'
import { languages } from '../../../site/track/messages/messages.ts'
import type { Language } from '../../../site/track/messages/types.ts'

const each = Object.keys(languages) as Language[]
const letters = { en: 'Latin', ru: 'Cyrillic', ka: 'Georgian', ar: 'Arabic' }

test.each([
  ['en', 115, '1 hr 55 min'],
  ['en', 55, '55 min'],
  ['en', 120, '2 hr'],
  ['en', 0, '0 min'],
  ['ru', 115, '1 ч 55 мин'],
])('in %s, %d minutes are %s', (locale, minutes, text) => {
  expect(duration(locale, minutes)).toBe(text)
})

test('durations of a language that Intl lacks, as browsers lack Georgian, are in its own words', () => {
  expect([240, 235, 0].map((minutes) => duration('en', minutes, georgianDurations))).toEqual([
    '4 სთ',
    '3 სთ 55 წთ',
    '0 წთ',
  ])
  expect([
    fromNow('en', 4, 'hour', georgianDurations),
    fromNow('en', 40, 'minute', georgianDurations),
    fromNow('en', -5, 'minute', georgianDurations),
  ]).toEqual(['4 საათში', '40 წუთში', '5 წუთის წინ'])
})

test('every language has words in its own script for every status and every public event', () => {
  const publicEvents = Object.entries(eventTypes).filter(([, type]) => !('internal' in type))
  for (const language of each) {
    const { statuses, events } = languages[language]
    expect(Object.keys(statuses)).toEqual([...shipmentStatuses])
    expect(Object.keys(events).sort()).toEqual(publicEvents.map(([name]) => name).sort())
    const script = new RegExp(`^[\\P{L}\\p{Script=${letters[language]}}]+$`, 'u')
    for (const words of [...Object.values(events), ...Object.values(statuses).flat()])
      expect(words).toMatch(script)
  }
})

test('every language has the plural forms for packages that it needs', () => {
  for (const language of each) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    expect(Object.keys(languages[language].packages).sort()).toEqual(pluralCategories.sort())
    expect(Object.keys(languages[language].packagesOf).sort()).toEqual(pluralCategories.sort())
  }
  const of = (language: Language) => [0, 1, 2, 5, 21, 22].map((n) => formatPackages(localeOf(language, []), n))
  expect(of('en')[1]).toBe('1 package')
  expect(of('ru')).toEqual([
    '0 грузомест',
    '1 грузоместо',
    '2 грузоместа',
    '5 грузомест',
    '21 грузоместо',
    '22 грузоместа',
  ])
  expect(of('ar').slice(0, 3)).toEqual(['لا عبوات بعد', 'عبوة واحدة', 'عبوتان'])
})

test('a part of the packages is counted in each language', () => {
  const two = (all: number) => each.map((language) => formatPackagesOf(localeOf(language, []), 2, all))
  expect(two(3)).toEqual(['2 of 3 packages', '2 из 3 грузомест', '3 შეკვრიდან 2', '2 من 3 عبوات'])
  expect(two(21).slice(0, 3)).toEqual(['2 of 21 packages', '2 из 21 грузоместа', '21 შეკვრიდან 2'])
  expect(two(2)).toEqual(['2 of 2 packages', '2 из 2 грузомест', '2 შეკვრიდან 2', '2 من عبوتين'])
})

test('a status can be derived from its English title', () => {
  for (const status of shipmentStatuses)
    expect(titles[status].toUpperCase().replaceAll(' ', '_')).toSatisfy(isStatus)
})

test.each([
  [-60, 'now', 'ახლა'],
  [59, 'now', 'ახლა'],
  [60, '1 minute ago', '1 წუთის წინ'],
  [3599, '59 minutes ago', '59 წუთის წინ'],
  [7200, '2 hours ago', '2 საათის წინ'],
  [86_400, 'yesterday', '1 დღის წინ'],
  [15 * 86_400, '2 weeks ago', '2 კვირის წინ'],
  [90 * 86_400, '3 months ago', '3 თვის წინ'],
  [365 * 86_400, 'last year', '1 წლის წინ'],
])('%i seconds ago is shown as %s', (seconds, english, georgian) => {
  const now = Date.now()
  expect(age(localeOf('en', ['en-GB']), now - seconds * 1000, now)).toBe(english)
  expect(age(localeOf('ka', ['ka-GE']), now - seconds * 1000, now)).toBe(georgian)
})

test('the reader’s regional variant of a language is used if it is valid', () => {
  expect(localeOf('en', ['ru', 'en-GB', 'en-US']).locale).toBe('en-GB')
  expect(localeOf('en', ['en-US@posix']).locale).toBe('en')
})

test('a tracking id is accepted in any common notation', () => {
  const id = newTrackingId()
  const code = id.slice(4)
  const links = [`https://courier.example/track/${id}?lang=ru`, `${id}/`.slice(0, -1)]
  for (const typed of [id, ` ${id.toLowerCase()} `, code, `trk ${code}`, `TRK–${code}`, `TRK${code}`, ...links])
    expect([typed, typedTrackingId(typed)]).toEqual([typed, id])
  const inPaths = [id.toLowerCase(), `${id}.`, `${id}...`, code, `TRK%20${code}`, `trk${code}/`, `%20${id},`]
  for (const path of inPaths) expect([path, trackingIdInPath(`/track/${path}`)]).toEqual([path, id])
  expect(trackingIdInPath('/track/trk-oooooooooolI1.')).toBe('TRK-0000000000111')
  expect(typedTrackingId('TRK-OOOOOOOOOOLI1')).toBe('TRK-0000000000111')
  expect([typedTrackingId(' nobody '), typedTrackingId('  ')]).toEqual(['nobody', ''])
})

test.each([
  ['/track', ''],
  ['/track/', ''],
  ['/track/trk-1', 'trk-1'],
  ['/track/TRK-1/', 'TRK-1'],
  ['/track/%F0%9F%9B%AB', '🛫'],
  ['/track/%', '%'],
])('the path %s contains the tracking id "%s"', (path, id) => {
  expect(trackingIdInPath(path)).toBe(id)
})
