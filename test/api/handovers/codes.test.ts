import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { mintGrant } from '../../../shared/db/grant.ts'
import { takenBackNote, unconfirmedNote } from '../../../shared/domain/cases/automatic-notes.ts'
import { tenants } from '../../../shared/domain/users/record.ts'
import { NewShipment } from '../../../shared/domain/shipments/record.ts'
import { images } from '../../support/api/images.ts'
import { sendPhoto } from '../../support/api/photos.ts'
import { book, exampleOf, type Tenant } from '../../support/api/tenant.ts'
import { inProcess } from '../../support/in-process/service.ts'
import { testStore } from '../../support/in-process/store.ts'
import { tableOn } from '../../support/in-process/table.ts'
import { tokenOf } from '../../support/in-process/tokens.ts'
import { codeFor, verifyAddress } from '../../support/mail/codes.ts'
import { waitUntil } from '../../support/suite/wait.ts'
import { arrivingCode, emailsTo } from '../../support/mail/mailbox.ts'
import { companyThatRequires, otherCode, signature, waiting } from './handovers.fixture.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await companyThatRequires('code')
})

describe('a code', () => {
  test('reaches the recipient by e-mail, and delivers once', async () => {
    const { all, handOver, code, status, sendCode } = await waiting(tenant, 2)
    expect((await handOver()).body.detail).toMatch(/^A hand-over needs a code; .*handover-code/)
    const right = await code()
    expect(right).toMatch(/^\d{6}$/)
    const spaced = `${right.slice(0, 3)} ${right.slice(3)}`
    const first = await handOver({ code: spaced, package_ids: all.slice(0, 1) })
    expect([first.status, first.body.code_check]).toEqual([201, 'CONFIRMED'])
    expect((await handOver({ code: right, package_ids: all.slice(1) })).status, 'used').toBe(400)
    expect(await status()).toBe('READY_FOR_PICKUP')
    const { status: tooSoon, headers } = await sendCode()
    expect([tooSoon, Number(headers['retry-after']) <= 60]).toEqual([429, true])
  })

  test('that was guessed five times does not work any more', async () => {
    const { handOver, code, status } = await waiting(tenant)
    const right = await code()
    for (let n = 1; n <= 5; n++) expect((await handOver({ code: otherCode(right, n) })).status).toBe(400)
    const late = await handOver({ code: right })
    expect([late.status, late.body.detail]).toEqual([429, expect.stringContaining('send a new one')])
    expect(await status()).toBe('READY_FOR_PICKUP')
  })

  test('is guessed five times at most also at once; a repeated guess counts once', async () => {
    const { handOver, code } = await waiting(tenant)
    const right = await code()
    const [handover_id, wrong] = [randomUUID(), otherCode(right, 99)]
    for (let n = 0; n < 3; n++) expect((await handOver({ handover_id, code: wrong })).status).toBe(400)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => handOver({ code: otherCode(right, n + 1) })),
    )
    expect(guesses.map(({ status }) => status).filter((status) => status === 400)).toHaveLength(4)
    expect((await handOver({ code: right })).status).toBe(429)
  })

  test('of another shipment is wrong, and so is one that was never sent', async () => {
    const [one, other] = [await waiting(tenant), await waiting(tenant)]
    expect((await one.handOver({ code: await other.code() })).status).toBe(400)
    expect((await one.handOver({ code: '000000' })).status).toBe(400)
  })

  test('goes to an address that was changed meanwhile from a manager with a reason only', async () => {
    const { at, all, recipient_email: former, sendCode, handOver, timeline } = await waiting(tenant)
    const operator = await tokenOf(tenant.user.tenant_id, { role: 'operator' })
    const recipient_email = `redirected-${randomUUID()}@example.com`
    const send = (key: string, options: object) => tenant.send(key, { token: operator, ...options })
    expect((await send(`PUT ${at}`, { body: { recipient_email } })).status).toBe(200)
    const letter = await waitUntil(async () =>
      (await emailsTo({ to: former })).find(({ subject }) => /another address/.test(subject)),
    )
    expect(letter.body.text).toMatch(/changed the recipient’s e-mail address of the parcel TRK-/)
    expect(letter.body.text).not.toContain(recipient_email)
    const code = (body: object, token?: string) =>
      tenant.send(`POST ${at}/handover-code`, { body, ...(token !== undefined && { token }) })
    const refused = [await code({}, operator), await code({ reason: 'He called' }, operator), await sendCode()]
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(refused[0]!.body.detail).toContain('a manager can send the code there')
    expect((await code({ reason: 'She called from her known number' })).status).toBe(202)
    await handOver({ code: await arrivingCode(recipient_email) })
    const [proven] = (await tenant.send(`GET ${at}/proof`)).body.handovers
    expect(proven).toMatchObject({ code_check: 'CONFIRMED', code_sent_to: 'r…@example.com' })
    expect(Date.parse(proven.code_sent_at)).toBeLessThanOrEqual(Date.parse(proven.recorded_at))
    const events = await timeline(all[0]!)
    expect(events).toContainEqual(
      expect.objectContaining({ event_type: 'CODE_SENT', reason: 'She called from her known number' }),
    )
    expect(events.map(({ event_type }: any) => event_type)).toContain('DETAILS_CHANGED')
  })

  test('is sent by a company that registered before owners were stored, once a manager is verified', async () => {
    const company = await companyThatRequires('code')
    const table = tableOn(testStore(), mintGrant(company.user.tenant_id))
    const stored = await table.get(tenants, { id: company.user.tenant_id })
    await testStore().commit([table.updateVersion(tenants, stored, { owner_id: undefined }).write])
    const { sendCode } = await waiting(company)
    // The index of users may lag behind the verification.
    await waitUntil(async () => (await sendCode()).status === 202)
  })

  test('is sent where there is an address, and something to hand over', async () => {
    const { id } = await book(tenant)
    const { status, body } = await tenant.send(`POST /api/v1/shipments/${id}/handover-code`)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('recipient_email')])
    const { sendCode, handOver, code, recipient_email } = await waiting(tenant)
    await handOver({ code: await code() })
    expect((await sendCode()).status).toBe(409)
    const another = (await (await waiting(tenant)).sendCode()).body
    expect(another.sent_to).toBe('r…@example.com')
    expect(another.sent_to).not.toContain(recipient_email)
  })

  test('expires after a day; a newer one replaces it, and has its own guesses', async () => {
    const { send, pass, waits, outbox, sent } = await hours()
    const { at, all } = await waits()
    const handOver = async (code: string) => (await send(`POST ${at}/handovers`, { ...hand(all), code })).status
    await send(`POST ${at}/handover-code`)
    const first = await sent()
    for (let n = 1; n <= 5; n++) await handOver(otherCode(first, n))
    await pass(61)
    await send(`POST ${at}/handover-code`)
    const second = await sent()
    expect(await handOver(first === second ? otherCode(first) : first)).toBe(400)
    await pass(24 * 3600)
    expect(await handOver(second)).toBe(400)
    const occurred_at = new Date(Date.now() + 3600_000).toISOString()
    const backDated = await send(`POST ${at}/handovers`, { ...hand(all), code: second, occurred_at })
    expect(backDated.status, 'a code is checked when it arrives, unless there was no connection').toBe(400)
    await send(`POST ${at}/handover-code`)
    expect(await handOver(await sent())).toBe(201)
    expect(outbox()).toHaveLength(3)
  })

  test('is sent ten times a day', async () => {
    const { send, pass, waits } = await hours()
    const { at } = await waits()
    for (let n = 0; n < 10; n++) {
      expect((await send(`POST ${at}/handover-code`)).status).toBe(202)
      await pass(61)
    }
    const { status, body, headers } = await send(`POST ${at}/handover-code`)
    expect([status, body.reason]).toEqual([429, 'codes_of_day_used_up'])
    await pass(Number(headers['retry-after']))
    expect((await send(`POST ${at}/handover-code`)).status).toBe(202)
  })

  test('that was refused is not one of the ten', async () => {
    const { send, verify, waits } = await hours({ isVerified: false })
    const { at } = await waits()
    for (let n = 0; n < 10; n++)
      expect((await send(`POST ${at}/handover-code`)).body.reason).toBe('company_not_verified')
    await verify()
    // The index of users may lag behind the verification.
    await waitUntil(async () => (await send(`POST ${at}/handover-code`)).status === 202)
  })
})

describe('a hand-over without a connection', () => {
  test('needs signature and photo in place of the code', async () => {
    const { all, parcels, handOver } = await waiting(tenant)
    const missing = await handOver({ offline: true, signature })
    expect([missing.status, missing.body.detail]).toEqual([409, 'A hand-over needs a photo'])
    const { photo_id } = (await sendPhoto(tenant, all[0]!, images.jpeg)).body
    const { status, body } = await handOver({ offline: true, signature, photo_ids: [photo_id] })
    expect([status, body.code_check]).toEqual([201, 'NONE'])
    const cases = (await tenant.send(`GET /api/v1/cases?package_id=${all[0]}`)).body
    expect(cases).toMatchObject([
      { kind: 'CLAIM', code: 'CODE_UNCONFIRMED', status: 'OPEN', note: unconfirmedNote(body.received_by) },
    ])
    await tokenOf(tenant.user.tenant_id, { role: 'warehouse' })
    const resolution = { status: 'RESOLVED', reason: 'I know him' }
    const own = await tenant.send(`PATCH /api/v1/cases/${cases[0].id}`, { body: resolution })
    expect([own.status, own.body.detail]).toEqual([409, expect.stringContaining('ask a colleague')])
    // Taking it back leaves the case to another person too, and the case says so.
    const { qr_code } = parcels[0]
    const back = { status: 'READY_FOR_PICKUP', reason: 'Wrong person' }
    expect((await tenant.send(`PUT /api/v1/packages/${all[0]}`, { body: back })).status).toBe(200)
    const note = takenBackNote(unconfirmedNote(body.received_by), qr_code)
    const { body: after } = await tenant.send(`GET /api/v1/cases/${cases[0].id}`)
    expect(after).toMatchObject({ status: 'OPEN', note })
    expect((await tenant.send(`GET /api/v1/packages/${all[0]}`)).body.exception.note).toBe(note)
  })

  test('whose code is checked later: a right one settles it, a wrong one opens a case', async () => {
    for (const [wrong, code_check, cases] of [
      [false, 'CONFIRMED', 0],
      [true, 'WRONG', 1],
    ] as const) {
      const { all, handOver, code } = await waiting(tenant)
      const { photo_id } = (await sendPhoto(tenant, all[0]!, images.jpeg)).body
      const right = await code()
      const given = { code: wrong ? otherCode(right) : right, occurred_at: new Date().toISOString() }
      const { status, body } = await handOver({ offline: true, signature, photo_ids: [photo_id], ...given })
      expect([status, body.code_check]).toEqual([201, code_check])
      expect((await tenant.send(`GET /api/v1/cases?package_id=${all[0]}`)).body).toHaveLength(cases)
    }
  })
})

const hand = (package_ids: string[]) => ({ handover_id: randomUUID(), package_ids, received_by: 'Giorgi' })

/** A company whose clock the test moves. */
async function hours({ isVerified = true } = {}) {
  const service = inProcess()
  const account = { email: `hours-${randomUUID()}@example.com`, password: 'correct horse battery' }
  const body = { ...account, tenant_name: 'Swift Couriers' }
  let token = (await service.call('POST /api/v1/auth/register', { body })).body.access_token as string
  const verify = () => verifyAddress(service, { ...account, access_token: token })
  if (isVerified) await verify()
  const send = (key: string, body?: object) => service.call(key, { token, ...(body && { body }) })
  const recipient_email = `to-${randomUUID()}@example.com`
  return {
    send,
    verify,
    outbox: () => service.outboxMessages.filter(({ to }) => to === recipient_email),
    sent: async () => (await codeFor(service, 'handover', recipient_email))!,
    async pass(seconds: number) {
      service.pass(seconds)
      // Access tokens expire in the meantime.
      token = (await service.call('POST /api/v1/auth/login', { body: account })).body.access_token
    },
    async waits() {
      await send('PUT /api/v1/settings', { handover: { require: ['code'] } })
      const { id } = (await send('POST /api/v1/shipments', { ...exampleOf(NewShipment), recipient_email })).body
      const one = (await send(`POST /api/v1/shipments/${id}/packages`, {})).body
      return { at: `/api/v1/shipments/${id}`, all: [one.id as string] }
    },
  }
}
