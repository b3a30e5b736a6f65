import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { bookOptions, courierCommand, signedInCommand } from '../support/client/courier.ts'
import { seconds } from '../support/suite/time.ts'
import { waitFor } from '../support/suite/wait.ts'

const wait = { timeout: seconds(10), interval: 50 }

test('a parcel is booked, listed, packed, shown, labelled, scanned and tracked on the command line', async () => {
  const { courier, withInput, json, cwd } = await signedInCommand()
  const [booked] = await json('book', ...bookOptions)
  expect(booked).toMatchObject({ sender_name: 'Anna', weight: 2.5, status: 'RECEIVED' })
  const { id, tracking_id } = booked
  // The index that lists read may be behind, here as on AWS.
  const search = ['list', '--search', 'giorgi', '--status', 'RECEIVED']
  await waitFor(async () => expect(await json(...search)).toEqual([booked]), wait)
  const none = await courier('list', '--status', 'DELIVERED')
  expect(none).toEqual({ code: 0, stdout: '', stderr: 'courier: no shipment matches\n' })
  const line = `${tracking_id}  RECEIVED  Moscow → Tbilisi  2.5 kg  Giorgi  ${id}\n`
  await waitFor(async () => expect((await courier('list')).stdout).toBe(line), wait)

  const [{ id: packageId, qr_code }] = await json('pack', tracking_id, '--weight', '2.5', '--category', 'toys')
  const [shown] = await json('show', tracking_id.toLowerCase())
  expect(shown).toMatchObject({ id, packages: [{ id: packageId, qr_code, weight: 2.5, category: 'toys' }] })
  expect((await courier('show', id)).stdout).toContain(`Packages\n${qr_code}  CREATED`)

  expect((await courier('label', packageId)).stdout).toBe(`${packageId}.pdf\n`)
  expect(readFileSync(join(cwd, `${packageId}.pdf`), 'latin1')).toMatch(/^%PDF-/)
  const { stdout: printer } = await courier('label', packageId, '--format', 'zpl', '--output', '-')
  expect(printer).toMatch(/^\^XA/)

  const text = JSON.stringify(shown.packages[0].qr_data)
  expect(await json('scan', text)).toMatchObject([{ validation_result: 'valid', entity: { qr_code } }])
  const scanned = await withInput(`${text}\n\nno label\n`, 'scan', '-')
  expect(scanned.stdout.split('\n')).toEqual([
    expect.stringMatching(`^valid  package  ${qr_code}  CREATED`),
    'qr_decode_error  This code is not that of a label',
    '',
  ])
  expect(scanned.code, 'a label that is not valid').toBe(1)
})

test('anyone follows a parcel until it is delivered', async () => {
  const { tenant, json } = await signedInCommand()
  const [{ id, tracking_id }] = await json('book', ...bookOptions)
  const [{ id: packageId }] = await json('pack', id)
  const delivered = await tenant.send(`PUT /api/v1/packages/${packageId}`, {
    body: { status: 'DELIVERED' },
    headers: { 'If-Match': '"1"' },
  })
  expect(delivered.status, delivered.text).toBe(200)
  const { env, courier, json: anonymous } = await courierCommand()
  env['COURIER_URL'] = inject('url')
  const { stdout } = await courier('track', tracking_id)
  expect(stdout).toMatch(/^DELIVERED {2}Moscow \(SVO\) → Tbilisi \(TBS\), expected on \d{4}-\d\d-\d\d\n/)
  const [{ events }] = await anonymous('track', tracking_id)
  expect(events.length).toBeGreaterThan(1)
  expect(await anonymous('track', tracking_id, '--follow'), 'ends by itself').toEqual(events)
})

test('fields come from JSON too, and a repeated key books once', async () => {
  const { withInput, courier } = await signedInCommand()
  const fields = JSON.stringify({ sender_name: 'Anna', sender_phone: '1', recipient_name: 'Gio\nrgi' })
  const others = ['--recipient-phone', '2', '--origin', 'Moscow', '--destination', 'Tbilisi', '--weight', '3']
  const book = () => withInput(fields, 'book', '--from', '-', '--idempotency-key', 'parcel-1', ...others)
  const [first, second] = [await book(), await book()]
  expect(first).toEqual(second)
  expect(first.stdout, 'a terminal obeys no text of the parcel').toMatch(/3 kg {2}Gio rgi/)
  await waitFor(async () => expect((await courier('list')).stdout).toMatch(/^TRK-\S+ .*\n$/), wait)
})

test('a refusal says what is wrong, what to do, and the id of the request, and exits with 1', async () => {
  const { tenant, courier, withInput, env } = await signedInCommand()
  const requestId = /\nRequest id: \S{10,}\n$/
  const missing = await courier('show', '0192f3a4-5b6c-7d8e-9f01-23456789abcd')
  expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(requestId) })
  expect(missing.stderr).toMatch(/^courier: Shipment not found \(404 not_found\)\nCheck the id: /)
  expect((await courier('show', 'TRK-0000000000000')).stderr).toMatch(/^courier: No shipment has .*\(404\)\n/)
  const invalid = await courier('book', ...bookOptions, '--sender-name', '')
  expect(invalid).toMatchObject({ code: 1, stderr: expect.stringMatching(requestId) })
  expect(invalid.stderr).toMatch(/^courier: The service refused the input \(422 invalid\)\n {2}sender_name: \S/)
  const args = ['sign-in', '--url', inject('url'), '--email', tenant.email, '--password-stdin']
  const wrong = await withInput('wrong', ...args)
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(requestId) })
  expect(wrong.stderr).toMatch(/^courier: Incorrect e-mail or password \(401 unauthenticated\)\nSign in /)
  env['COURIER_EMAIL'] = env['COURIER_PASSWORD'] = 'x'
  const offline = await courier('list', '--url', 'http://127.0.0.1:2')
  expect(offline).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('courier: No answer from http://127.0.0.1:2: ECONNREFUSED'),
  })
})
