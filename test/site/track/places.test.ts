import { expect, test } from 'vitest'
import { placeName } from '../../../site/track/places.ts'
import { event, parcel } from './failures.fixture.ts'

const place = { name: 'Tbilisi hub', address: 'Rustaveli 12', city: 'Tbilisi', hours: '', phone: '' }
const readyAt = (readyCode: string, pickup = [place], arrivedAt = 'TBS1') =>
  parcel({
    status: 'READY_FOR_PICKUP',
    pickup,
    events: [
      event('PACKAGE_SCANNED', '2030-06-01T09:00:00Z', 'SVO1'),
      event('ARRIVED_AT_WAREHOUSE', '2030-06-01T10:00:00Z', arrivedAt),
      event('READY_FOR_PICKUP', '2030-06-01T11:00:00Z', readyCode),
    ],
  })
const names = (tracking: ReturnType<typeof parcel>) =>
  ['SVO1', 'TBS1', 'BUS1', ''].map((code) => placeName(tracking, code))

test('the warehouse where a parcel waits has its name, and others are not named', () => {
  expect(names(readyAt('TBS1'))).toEqual(['', 'Tbilisi hub', '', ''])
  expect(names(parcel())).toEqual(['', '', '', ''])
})

test('no warehouse has a name of which it is not certain that it is its own', () => {
  for (const uncertain of [readyAt('BUS1'), readyAt('TBS1', [place, place]), readyAt('', [place], '')])
    expect(names(uncertain)).toEqual(['', '', '', ''])
})

test('an airport of the parcel’s way has its city', () => {
  const ways = ['SVO', 'TBS', 'BUS'].map((code) => placeName(readyAt('TBS1'), code))
  expect(ways).toEqual(['Moscow (SVO)', 'Tbilisi (TBS)', 'BUS'])
})
