import { expect, test } from 'vitest'
import type * as z from 'zod'
import { ValidationError } from '../../shared/core/errors.ts'
import { NewHandover } from '../../shared/domain/handovers/record.ts'
import { optionalFieldForms } from '../../shared/domain/kernel/optional-field-forms.ts'
import { NewScan } from '../../shared/domain/scans/record.ts'
import { ScanEvent } from '../../shared/domain/scans/scan-events.ts'
import { Find } from '../../shared/domain/unloadings/find-record.ts'
import { parse } from '../../shared/http/routing/validation.ts'

const id = '0192f3a4-9fa0-7123-9456-789abcdef012'
const qr_code = 'PKG-7K2M9QX4TB'
/** The requests by the optional field that a row gives, each with its required fields and defaults. */
const requests: [RegExp, z.ZodType, Record<string, unknown>][] = [
  [
    /received_by/,
    NewHandover,
    { handover_id: id, package_ids: [id], qr_codes: [], photo_ids: [], offline: false },
  ],
  [/photo_url|evidence/, ScanEvent, { qr_code, warehouse_id: id, event_type: 'PACKAGE_SCANNED' }],
  [/"note"/, Find, { find_id: id, qr_code, condition: 'OK' }],
  [/./, NewScan, { qr_data: 'PKG-7K2M9QX4TB' }],
]
/** The fields of a row, with the letters that its text counts. */
const fieldsOf = (text: string): Record<string, unknown> =>
  JSON.parse(text.replace(/"(.) × (\d+)"/gu, (_, letter: string, count) => `"${letter.repeat(Number(count))}"`))

test.for(optionalFieldForms.forms.map((form) => [form.given, form] as const))('%s', ([given, form]) => {
  const [, schema, required] = requests.find(([fields]) => fields.test(given))!
  const read = () => parse('body', schema, { ...required, ...fieldsOf(given) }) as Record<string, unknown>
  if (form.stored === undefined) {
    expect(read).toThrow(ValidationError)
    expect(read).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            loc: [
              'body',
              ...(form.note ?? '').split('.').map((step) => (/^\d$/.test(step) ? Number(step) : step)),
            ],
            msg: expect.stringContaining(form.refused),
          }),
        ],
      }),
    )
    return
  }
  const { warnings, ...stored } = read()
  const expected = { ...required, ...fieldsOf(form.stored) }
  expect(stored).toEqual(schema === NewScan ? { ...expected, qr_data: expect.anything() } : expected)
  expect(warnings).toEqual(form.note && [form.note])
})

test('a request without unusable fields has the digest that it had before they were dropped', () => {
  const scan = {
    qr_code,
    warehouse_id: id,
    event_type: 'PACKAGE_SCANNED',
    photo_url: 'https://photos.example/1.jpg',
    evidence: { actor_id: id, notes: 'Corner dented' },
    occurred_at: '2026-11-23T09:20:00.000Z',
  }
  const find = { find_id: id, qr_code, condition: 'OK', note: '' }
  const handover = {
    handover_id: id,
    package_ids: [id],
    qr_codes: [],
    photo_ids: [],
    received_by: 'Nino',
    warehouse_id: id,
    offline: false,
  }
  for (const [schema, body] of [
    [ScanEvent, scan],
    [Find, find],
    [NewHandover, handover],
  ] as const)
    expect(JSON.stringify(parse('body', schema, body))).toBe(JSON.stringify(body))
})
