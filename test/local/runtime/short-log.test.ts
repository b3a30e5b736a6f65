import { expect, test } from 'vitest'
import { logger } from '../../../shared/core/log.ts'
import { shortLog } from '../../../lib/local/runtime/short-log.ts'

/** What is written of a function's log. */
function shortened(log: (log: ReturnType<typeof logger>) => void): string {
  let written = ''
  const take = shortLog((text) => (written += text))
  log(logger({ level: 'INFO', service: 'shipments', write: take }))
  return written.replaceAll(/^\d\d:\d\d:\d\d /gm, '')
}
const request = { request_id: 'r1', route: 'POST /api/v1/shipments', duration_ms: 34 }

test('a request is one short line, with its id if it failed', () => {
  expect(shortened((log) => log.info('request', { ...request, status: 201, tenant_id: 't1' }))).toBe(
    '201 POST /api/v1/shipments  34 ms\n',
  )
  expect(
    shortened((log) =>
      log.info('request', { ...request, status: 422, code: 'invalid', faults: ['body.weight'] }),
    ),
  ).toBe('422 POST /api/v1/shipments  34 ms  code=invalid  faults=["body.weight"]  request_id=r1\n')
})

test('other lines keep their fields, and an error shows its stack', () => {
  expect(shortened((log) => log.info('letter', { outcome: 'sent', tenant_id: 't1' }))).toBe(
    'shipments: letter  outcome=sent  tenant_id=t1\n',
  )
  const text = shortened((log) =>
    log.error('fault', { error: new TypeError('x is no function'), request_id: 'r1' }),
  )
  expect(text).toMatch(
    /^ERROR shipments: fault {2}\n {2}TypeError: x is no function\n {4}at .+ {2}request_id=r1\n$/s,
  )
})

test('output that is no log line is passed on, and a line may come in parts', () => {
  let written = ''
  const take = shortLog((text) => (written += text))
  take('Debugger listening\n{"level":"INFO","message":"request","timestamp":"2026-11-27T13:00:00.000Z",')
  take('"service":"health","route":"GET /","status":200,"duration_ms":1}\n')
  expect(written).toBe('Debugger listening\n13:00:00 200 GET /  1 ms\n')
})
