import { readFileSync, writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { afterAll, expect, test } from 'vitest'
import {
  accessPatterns,
  accessPatternsFile,
  accessPatternsPath,
  routeOf,
  rowOf,
  withAccessPatterns,
  type AccessPattern,
} from '../../../bin/generate/access-patterns.ts'
import { routes } from '../../../functions/index.ts'
import { accountsRequests } from '../../support/access-patterns/accounts.ts'
import { apiKeysRequests } from '../../support/access-patterns/api-keys.ts'
import { parcelsRequests } from '../../support/access-patterns/parcels.ts'
import { contactsRequests } from '../../support/access-patterns/contacts.ts'
import { casesRequests } from '../../support/access-patterns/cases.ts'
import { findingRequests } from '../../support/access-patterns/finding.ts'
import { handoversRequests } from '../../support/access-patterns/handovers.ts'
import { unloadingRequests } from '../../support/access-patterns/unloading.ts'
import { trackingRequests } from '../../support/access-patterns/tracking.ts'
import { exampleRequests, type Requests } from '../../support/access-patterns/requests.ts'
import { setUp, proxy, service } from '../../support/access-patterns/setup.ts'
import { transfersRequests } from '../../support/access-patterns/transfers.ts'
import { travelRequests } from '../../support/access-patterns/travel.ts'
import { inSequence, sequenceOf } from '../../support/chaos-proxy/calls.ts'
import { chaosControl } from '../../support/chaos-proxy/proxy.ts'

setUp()

// Measures what every request costs. `npm run docs:costs` writes docs/reference/access-patterns.md from it; otherwise each row
// of that page must be what is measured.

/** Requests whose costs depend on more than the records of the example request. */
const ownRequests: Requests = {
  ...accountsRequests,
  ...apiKeysRequests,
  ...travelRequests,
  ...parcelsRequests,
  ...findingRequests,
  ...casesRequests,
  ...contactsRequests,
  ...handoversRequests,
  ...unloadingRequests,
  ...trackingRequests,
  ...transfersRequests,
}
// Those of their own go first, and count.
const requests: Requests = { ...ownRequests, ...exampleRequests, ...ownRequests }

const command = 'npm run docs:costs'

const updating = process.env.UPDATE === '1'

const measured = new Map<string, AccessPattern>()

const documented = new Map(accessPatterns.map((row) => [row.name, row]))

afterAll(async () => {
  if (!updating) return
  // Rows that were not measured in this run (`-t`) stay as they are.
  const rows = Object.keys(requests).flatMap((name) => measured.get(name) ?? documented.get(name) ?? [])
  const order = routes.map(({ key }) => key as string)
  rows.sort((a, b) => order.indexOf(routeOf(a)) - order.indexOf(routeOf(b)))
  const page = withAccessPatterns(readFileSync(accessPatternsFile, 'utf8'), rows)
  const options = await resolveConfig(accessPatternsFile)
  writeFileSync(accessPatternsFile, await format(page, { ...options, parser: 'markdown' }))
})

test('every route is measured, and no other', () => {
  const [keys, named] = [routes.map(({ key }) => key), Object.keys(requests).map((name) => routeOf({ name }))]
  const missing = keys.filter((key: string) => !named.includes(key))
  const unknown = named.filter((route) => !keys.some((key) => key === route))
  expect(
    missing,
    `Routes without a measurement: add ${missing.join(', ')} to a file of test/support/access-patterns.`,
  ).toEqual([])
  expect(
    unknown,
    `Measurements without a route: remove ${unknown.join(', ')} from test/support/access-patterns.`,
  ).toEqual([])
})

test.skipIf(updating)('the page has a row for each measurement, and no other', () => {
  const [rows, names] = [accessPatterns.map(({ name }) => name), Object.keys(requests)]
  const missing = names.filter((name) => !documented.has(name))
  const stale = rows.filter((name) => !names.includes(name))
  expect(missing, `${accessPatternsPath} has no row for ${missing.join(', ')}: ${command}`).toEqual([])
  expect(
    stale,
    `${accessPatternsPath} has rows that nothing measures, ${stale.join(', ')}: ${command}`,
  ).toEqual([])
  expect(new Set(rows).size, `${accessPatternsPath} has a row twice: ${command}`).toBe(rows.length)
})

test.each(Object.entries(requests))('%s costs what its row says', async (name, prepare) => {
  const send = await prepare()
  const control = chaosControl(proxy.url)
  await control.record()
  const { status } = await send()
  const calls = await control.recorded()
  expect(status).toBeLessThan(name.includes('wrong') ? 402 : 304)
  const units = calls.reduce((sum, call) => sum + call.units, 0)
  const row = { name, calls: sequenceOf(calls), sequential: inSequence(calls), units }
  measured.set(name, row)
  const expected = documented.get(name)
  if (updating || (expected !== undefined && rowOf(expected) === rowOf(row))) return
  const both = expected !== undefined && expected.calls !== row.calls
  const cause = both
    ? ''
    : 'The calls are the same, so an item has grown or shrunk by a kilobyte (4 KB of a read). '
  expect.fail(
    `${accessPatternsPath} says of ${name}: ${expected ? costOf(expected, both) : 'nothing'}. ` +
      `Measured: ${costOf(row, both)}. ${cause}If that is intended, write the rows anew: ${command}`,
  )
})

const costOf = ({ calls, sequential, units }: AccessPattern, withCalls: boolean) =>
  `${sequential} sequential calls, ${units} units${withCalls ? `, ${calls}` : ''}`

test('checking an access token makes no call', async () => {
  const control = chaosControl(proxy.url)
  await control.record()
  const forbidden = await service.call('GET /api/v1/shipments', { token: 'not.a.token' })
  expect([forbidden.status, await control.recorded()]).toEqual([401, []])
})
