import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBag } from '../../support/api/tenant.ts'
import { seed, size } from '../../support/suite/proof.ts'
import { parcel, scanOf, sendBatch, upload } from './scan-batch.fixture.ts'
import { moscow, send, setUp, storedOf, tenant, timeline } from './scan-events.fixture.ts'

// What a phone may leave out does not prevent that a scan is recorded, whatever it is.
setUp()

/** A value of an optional field, and what is stored of it. Undefined: nothing. */
interface Given {
  given: unknown
  stored?: unknown
  isNamed?: boolean
}
const usable = (given: unknown): Given => ({ given, stored: given })
const unusable = (given: unknown): Given => ({ given, isNamed: true })
const missing = fc.constantFrom<Given>({ given: undefined }, { given: null })
/** Values of JSON that are no text, and no null. */
const noText = fc.jsonValue().filter((one) => one !== null && typeof one !== 'string')

const long = fc.constantFrom('a', 'Я', '🛫', ' ').map((letter) => `x${letter.repeat(2000)}`)
const photo = fc.oneof(
  missing,
  fc.webUrl({ validSchemes: ['https'], size: 'small' }).map(usable),
  fc.webUrl({ validSchemes: ['http', 'ftp'] }).map(unusable),
  fc.constantFrom('', 'photo.jpg', 'javascript:alert(1)', '\ud800', '\0').map(unusable),
  // Spaces at its end are no part of a URL.
  long.map((path) => unusable(`https://photos.example/${path}.jpg`)),
  noText.map(unusable),
)
const actor = fc.oneof(
  missing,
  fc.uuid().map(usable),
  fc.string({ maxLength: 30 }).map(unusable),
  noText.map(unusable),
)
const notes = fc.oneof(
  missing,
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).map(noted),
  fc.tuple(fc.string({ unit: 'grapheme' }), long).map(([head, tail]) => noted(`${head}${tail}`)),
  fc.constantFrom('\0', 'half \ud83d', `\0${'x'.repeat(2000)}`).map(unusable),
  noText.map(unusable),
)
/** A text of which at most 1,000 characters are stored, composed and without spaces around it. */
function noted(given: string): Given {
  const characters = Array.from(given.normalize('NFC').trim())
  return {
    given,
    stored: characters.slice(0, 1000).join('').trimEnd(),
    isNamed: characters.length > 1000,
  }
}
const evidence = fc.oneof(
  { weight: 4, arbitrary: fc.record({ actor, notes }) },
  noText.filter((one) => typeof one !== 'object' || Array.isArray(one)),
  fc.string(),
)
const isFields = (one: unknown): one is Record<'actor' | 'notes', Given> =>
  typeof one === 'object' && one !== null && 'actor' in one && 'notes' in one

test('a scan is recorded with any values of its optional fields: with those that can be used, and each other is named', async () => {
  const pkg = await parcel()
  const expected = new Map<string, object>()
  await fc.assert(
    fc.asyncProperty(photo, evidence, async (photo, evidence) => {
      const fields = isFields(evidence) ? evidence : undefined
      const optional = {
        photo_url: photo.given,
        evidence: fields ? { actor_id: fields.actor.given, notes: fields.notes.given } : evidence,
      }
      const named = [
        ...(photo.isNamed ? ['photo_url'] : []),
        ...(fields ? [] : ['evidence']),
        ...(fields?.actor.isNamed ? ['evidence.actor_id'] : []),
        ...(fields?.notes.isNamed ? ['evidence.notes'] : []),
      ]
      const body = { qr_code: pkg.qr_code, warehouse_id: moscow.id, event_type: 'LABEL_PRINTED', ...optional }
      const alone = await send('POST /api/v1/scan-event', body)
      const [batched] = (await sendBatch([scanOf(pkg, 'LABEL_PRINTED', 1, optional)])).body.results
      for (const { status, body } of [alone, batched]) {
        expect(status).toBe(200)
        const warnings: string[] = body.warnings ?? []
        expect(warnings.map((one) => one.slice(0, one.indexOf(': ')))).toEqual(named)
        for (const one of warnings) expect(one).toMatch(/: .{8}/)
        expected.set(body.event_id, {
          photo_url: photo.stored,
          scanned_by: fields?.actor.stored,
          notes: fields?.notes.stored,
        })
      }
    }),
    { numRuns: size(40, 80), seed },
  )
  const stored = new Map((await storedOf(pkg.shipment_id)).map((event) => [event.id, event]))
  for (const [id, fields] of expected) {
    const { photo_url, scanned_by, notes } = stored.get(id)
    expect({ photo_url, scanned_by, notes }).toEqual(fields)
  }
})

test('a scan of a batch that is sent again gets the same warnings, and is recorded once', async () => {
  const [pkg, bag] = [await parcel(), await openBag(tenant)]
  const unusable = { photo_url: 'photo.jpg', evidence: { notes: '🛫'.repeat(1001), actor_id: 7 } }
  const scans = [
    scanOf(pkg, 'LABEL_PRINTED', 1, unusable),
    scanOf(pkg, 'LABEL_PRINTED', 2, { evidence: { notes: 'Corner dented' }, warnings: ['own'] }),
    {
      ...scanOf(pkg, 'BAG_TAKEN_OVER', 3, unusable),
      qr_code: JSON.stringify(bag.qr_data),
      occurred_at: bag.created_at,
    },
  ]
  const first = await upload(scans)
  const warnings = [
    'photo_url: A URL that begins with https://',
    expect.stringMatching(/^evidence\.actor_id: .*string/),
    'evidence.notes: At most 1000 characters; the rest is left out',
  ]
  expect(first.map(({ body }) => body.warnings)).toEqual([warnings, undefined, warnings])
  expect(await upload(scans)).toEqual(first)
  expect((await timeline(pkg.id)).length).toBe(3)
})

test('a required field is none of them: without it nothing is recorded', async () => {
  const pkg = await parcel()
  for (const wrong of [
    { qr_code: '' },
    { warehouse_id: 'TBS-1' },
    { event_type: 'x' },
    { occurred_at: 'today' },
  ]) {
    const { status, body } = await send('POST /api/v1/scan-event', {
      qr_code: pkg.qr_code,
      warehouse_id: moscow.id,
      event_type: 'LABEL_PRINTED',
      photo_url: 'photo.jpg',
      ...wrong,
    })
    expect([status, body.detail.map(({ loc }: any) => loc)]).toEqual([422, [['body', ...Object.keys(wrong)]]])
  }
  const nameless = { ...scanOf(pkg, 'LABEL_PRINTED', 1), scan_id: randomUUID().slice(1) }
  expect((await sendBatch([nameless])).status).toBe(422)
  expect(await timeline(pkg.id)).toHaveLength(1)
})
