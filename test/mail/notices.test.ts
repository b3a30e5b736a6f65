import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { suppressReported } from '../../functions/jobs/mailer.ts'
import { publicUrlOf } from '../../shared/config/function-settings.ts'
import { sealer } from '../../shared/core/seal.ts'
import { mintGrant } from '../../shared/db/grant.ts'
import { addressDigest, suppressionOf } from '../../shared/domain/notices/suppression.ts'
import { openToken } from '../../shared/domain/notices/token.ts'
import { languages, type Language } from '../../shared/domain/kernel/languages.ts'
import { noticeSent, prepareNotice } from '../../shared/domain/notices/deliver.ts'
import { composeNotice } from '../../shared/domain/notices/letter.ts'
import { noticeMessages } from '../../shared/domain/notices/messages.ts'
import { NewBag } from '../../shared/domain/bags/record.ts'
import { NewPackage } from '../../shared/domain/packages/record.ts'
import { ReceivedParcel } from '../../shared/domain/scans/receive.ts'
import { NewShipment, shipments } from '../../shared/domain/shipments/record.ts'
import { shipmentStatuses } from '../../shared/domain/shipments/status.ts'
import { shipmentTones } from '../../shared/domain/messages/tones.ts'
import { tenantJobContext } from '../../shared/runtime/tenant-job.ts'
import { exampleOf, password } from '../support/api/tenant.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { verifyAddress } from '../support/mail/codes.ts'
import { expectContrast, readLetter } from '../support/mail/letter.ts'
import { inProcess } from '../support/in-process/service.ts'

// On a table in memory, whose notices no mailer sends: so the test says when one is due.
let service: ReturnType<typeof inProcess>
let send: (key: string, body?: object) => Promise<any>
beforeEach(async () => {
  service = inProcess({ store: memoryStore() })
  const body = { email: `notices-${randomUUID()}@example.com`, password, tenant_name: 'Swift\r\nCouriers' }
  const { access_token: token } = (await service.call('POST /api/v1/auth/register', { body })).body
  await verifyAddress(service, { email: body.email, access_token: token })
  send = async (key, body) => (await service.call(key, { token, ...(body && { body }) })).body
})

async function ready(language: Language = 'ru') {
  const body = { ...exampleOf(NewShipment), recipient_email: 'giorgi@example.com', language }
  const shipment = await send('POST /api/v1/shipments', body)
  const path = `/api/v1/shipments/${shipment.id}`
  const put = (status: string) => send(`PUT ${path}`, { status })
  await put('READY_FOR_PICKUP')
  const states = async () => (await send(`GET ${path}/notices`)).map(({ state }: any) => state)
  const [notice] = await send(`GET ${path}/notices`)
  const ctx = () => tenantJobContext(service.runtime, mintGrant(shipment.tenant_id), service.runtime.clock())
  return { shipment, path, put, states, notice, prepare: () => prepareNotice(ctx(), notice), ctx }
}

test('a notice has the headers of a one-click stop (RFC 8058), and the company’s name on one line', async () => {
  const { shipment, prepare } = await ready()
  const email = (await prepare())!
  expect([email.to, email.subject]).toEqual(['giorgi@example.com', `Готова к выдаче: ${shipment.tracking_id}`])
  expect(email.headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<https?:\/\/[^>]+\/api\/v1\/notices\/[\w.-]{100,250}\/stop>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(email.text).toContain('\n\nКомпания: Swift Couriers\n\n')
})

test('a tracking number is whole in a notice, also if its digits look like a phone number', async () => {
  const { shipment: booked, ctx } = await ready('ar')
  const shipment = await ctx().table.get(shipments, { id: booked.id })
  const digits = { ...shipment, tracking_id: 'TRK-TK257408814GZ' }
  const notice = { status: 'IN_TRANSIT', party: 'recipient', language: 'ar' } as const
  const { text, html } = await composeNotice(ctx(), notice, digits)
  expect(text).toContain(`${noticeMessages.ar.ask}: ${digits.tracking_id}\n`)
  expect(readLetter(html).map(({ text }) => text)).toContain(digits.tracking_id)
})

test.each(languages)(
  'in %s, each status has a letter in its direction, with its colour and two links',
  async (language) => {
    const { shipment: booked, ctx } = await ready(language)
    const shipment = await ctx().table.get(shipments, { id: booked.id })
    const publicUrl = publicUrlOf(service.runtime.settings)
    const { direction, statuses, follow, from, to, stop } = noticeMessages[language]
    expect(direction).toBe(language === 'ar' ? 'rtl' : 'ltr')
    for (const status of shipmentStatuses) {
      const { html } = await composeNotice(ctx(), { status, party: 'recipient', language }, shipment)
      const texts = readLetter(html)
      const find = (wanted: string) => texts.find(({ text }) => text === wanted)!
      const headline = find(statuses[status][0]).inside
      expect(headline.at(-1)!.name).toBe('h1')
      expect(headline.at(-2)!.attributes['class']).toBe(`color-${shipmentTones[status]}`)
      // Also within the page, since mail readers may leave out what is around the body.
      const column = headline.findLast(({ attributes }) => attributes['lang'] === language)!.attributes
      expect(column['dir']).toBe(direction)
      expect(column['style']).toContain(`text-align:${direction === 'rtl' ? 'right' : 'left'}`)
      for (const text of ['Swift Couriers', from, shipment.origin_place, to, shipment.destination_place])
        expect(find(text), text).toBeDefined()
      expect(find(shipment.tracking_id).inside.at(-1)!.attributes['dir']).toBe('auto')
      const links = [follow, stop].map((text) => find(text).inside.at(-1)!.attributes)
      expect(links.map(({ href }) => new URL(href!).origin)).toEqual([publicUrl, publicUrl])
      expect(links.map(({ target }) => target)).toEqual(['_blank', '_blank'])
      const addresses = html.match(/https?:[^"]*/g)!.filter((address) => !address.startsWith(publicUrl))
      expect(addresses, 'the namespace alone').toEqual(['http://www.w3.org/1999/xhtml'])
      expectContrast(html)
    }
  },
)

test('the company is named once in HTML, and the place of pickup has a phone number to call', async () => {
  const { shipment, ctx } = await ready('en')
  const phone = '+995 (322) 12-34-56'
  const { id: warehouse_id } = await send('POST /api/v1/warehouses', { name: 'Hub', code: 'TBS1', phone })
  const { id } = await send(`POST /api/v1/shipments/${shipment.id}/packages`, { weight: 1 })
  await send(`PUT /api/v1/packages/${id}`, { status: 'ARRIVED', warehouse_id })
  await send(`POST /api/v1/warehouse/${warehouse_id}/consolidate`)
  const record = await ctx().table.get(shipments, { id: shipment.id })
  const notice = { status: 'READY_FOR_PICKUP', party: 'recipient', language: 'en' } as const
  const { html, text } = await composeNotice(ctx(), notice, record)
  const texts = readLetter(html)
  expect(texts.filter(({ text }) => text === 'Swift Couriers')).toHaveLength(1)
  const link = texts.find(({ text }) => text === phone)!.inside.at(-1)!
  expect([link.name, link.attributes['href']]).toEqual(['a', 'tel:+995322123456'])
  expect(text).toContain(`${noticeMessages.en.phone}: ${phone}`)
  expectContrast(html)
})

test('a notice that a correction has overtaken is not sent, and the next one is', async () => {
  const { put, states, prepare, path, ctx } = await ready()
  await put('CONSOLIDATING')
  expect(await prepare()).toBeUndefined()
  const [correction] = await send(`GET ${path}/notices`)
  expect(await prepareNotice(ctx(), correction), 'nothing was sent that it would correct').toBeUndefined()
  expect(await states()).toEqual(['OUTDATED', 'OUTDATED'])
  await put('READY_FOR_PICKUP')
  expect(await states()).toEqual(['PENDING', 'OUTDATED', 'OUTDATED'])
  const [second] = await send(`GET ${path}/notices`)
  expect(await prepareNotice(ctx(), second)).toMatchObject({ to: 'giorgi@example.com' })
})

test('a status that is taken back and reached again before a correction is sent has one notice', async () => {
  const { notice, put, path, ctx } = await ready()
  await noticeSent(ctx(), notice, 'SENT', 'giorgi@example.com')
  await put('CONSOLIDATING')
  await put('READY_FOR_PICKUP')
  const [again, correction] = await send(`GET ${path}/notices`)
  expect(correction).toMatchObject({ status: 'CONSOLIDATING', corrects: 'READY_FOR_PICKUP' })
  expect(await prepareNotice(ctx(), correction)).toBeUndefined()
  expect(await prepareNotice(ctx(), again), 'the reader knows it').toBeUndefined()
})

test.each([
  ['en', 'Please ignore our earlier e-mail “Ready for pickup”: this is no longer so.'],
  ['ru', 'Наше прежнее письмо «Готова к выдаче» больше не действует.'],
  ['ka', 'ჩვენი წინა წერილი „მზადაა გასატანად“ აღარ მოქმედებს.'],
  ['ar', 'رسالتنا السابقة «جاهز للاستلام» لم تعد سارية.'],
] as const)('in %s, a status that was taken back is corrected in a letter', async (language, sentence) => {
  const { notice, put, path, ctx } = await ready(language)
  await noticeSent(ctx(), notice, 'SENT', 'giorgi@example.com')
  await put('IN_TRANSIT')
  const [correction] = await send(`GET ${path}/notices`)
  const letter = await prepareNotice(ctx(), correction)
  expect(letter?.text).toContain(`${sentence} ${noticeMessages[language].statuses.IN_TRANSIT[1]}`)
  await noticeSent(ctx(), correction, 'SENT', 'giorgi@example.com')
  await put('READY_FOR_PICKUP')
  const [again] = await send(`GET ${path}/notices`)
  const next = await prepareNotice(ctx(), again)
  expect(next?.text).not.toContain(sentence)
  expect(next?.subject).toMatch(`${noticeMessages[language].statuses.READY_FOR_PICKUP[0]}: `)
})

test('who had a letter that a shipment was cancelled gets one when that is taken back', async () => {
  const { shipment, path, put, ctx } = await ready('en')
  await put('RECEIVED')
  await send('PUT /api/v1/settings', { notices: { statuses: ['RETURNED'] } })
  await send(`POST ${path}/cancel`, {})
  const [cancelled] = await send(`GET ${path}/notices`)
  expect(cancelled).toMatchObject({ status: 'RETURNED', cancelled: true })
  await noticeSent(ctx(), cancelled, 'SENT', 'giorgi@example.com')
  await put('RECEIVED')
  const [correction] = await send(`GET ${path}/notices`)
  expect(correction).toMatchObject({ status: 'RECEIVED', cancelled: false, corrects: 'CANCELLED' })
  const letter = await prepareNotice(ctx(), correction)
  expect(letter?.subject).toBe(`Registered: ${shipment.tracking_id}`)
  expect(letter?.text).toContain('Please ignore our earlier e-mail “Cancelled”: this is no longer so.')
})

test('the sender of a delivery that was taken back has nothing to collect', async () => {
  const { path, put, ctx } = await ready('en')
  await send(`PUT ${path}`, { sender_email: 'anna@example.com' })
  await put('DELIVERED')
  const delivered = (await send(`GET ${path}/notices`)).filter(({ status }: any) => status === 'DELIVERED')
  expect(delivered).toHaveLength(2)
  for (const notice of delivered) await noticeSent(ctx(), notice, 'SENT', 'anna@example.com')
  await put('READY_FOR_PICKUP')
  const corrections = (await send(`GET ${path}/notices`)).slice(0, 2)
  const letterTo = async (party: string) =>
    (
      await prepareNotice(
        ctx(),
        corrections.find((one: any) => one.party === party),
      )
    )?.text
  const correction = 'Please ignore our earlier e-mail “Delivered”: this is no longer so.'
  expect(await letterTo('sender')).toContain(`${correction}\n`)
  expect(await letterTo('sender')).not.toContain('waiting for you')
  expect(await letterTo('recipient')).toContain(
    `${correction} ${noticeMessages.en.statuses.READY_FOR_PICKUP[1]}`,
  )
})

test('a parcel that goes on from a warehouse by another flight takes nothing back', async () => {
  const { path, put, ctx } = await ready()
  await put('RECEIVED')
  await send('PUT /api/v1/settings', { notices: { statuses: ['CONSOLIDATING', 'IN_TRANSIT'] } })
  for (const status of ['IN_TRANSIT', 'CONSOLIDATING']) {
    await put(status)
    const [latest] = await send(`GET ${path}/notices`)
    await noticeSent(ctx(), latest, 'SENT', 'giorgi@example.com')
  }
  const before = await send(`GET ${path}/notices`)
  await put('IN_TRANSIT')
  expect(await send(`GET ${path}/notices`)).toEqual(before)
})

test('one that is a day late, or of a shipment that is deleted, is not sent', async () => {
  const { prepare, states } = await ready()
  service.pass(24 * 3600 + 1)
  expect(await prepare()).toBeUndefined()
  service.pass(-24 * 3600 - 1)
  expect(await states()).toEqual(['OUTDATED'])
  const other = await ready()
  await send(`DELETE ${other.path}`)
  expect(await other.prepare()).toBeUndefined()
})

test('one that is settled is not sent again', async () => {
  const { notice, prepare, states, ctx } = await ready()
  for (const state of ['SENT', 'REJECTED'] as const)
    await noticeSent(ctx(), notice, state, 'giorgi@example.com')
  expect(await states()).toEqual(['SENT'])
  expect(await prepare()).toBeUndefined()
})

test('after a stop, and after a rejection, an address gets no notice', async () => {
  const [one, stopped] = [await ready(), await ready()]
  const { seal, open } = await service.runtime.secret('sealing', sealer)
  const token = /#stop=(\S+)$/m.exec((await stopped.prepare())!.text)![1]!
  expect(openToken({ seal, open }, token)?.tracking_id).toBe(stopped.shipment.tracking_id)
  expect(await send(`POST /api/v1/notices/${token}/stop`)).toEqual({ stopped: true })
  expect(await stopped.prepare()).toBeUndefined()
  expect(await stopped.states()).toEqual(['SUPPRESSED'])
  expect(await send(`POST /api/v1/notices/${token}/start`)).toEqual({ stopped: false })
  await noticeSent(one.ctx(), one.notice, 'REJECTED', 'Giorgi@example.com')
  const next = await ready()
  expect(await next.prepare()).toBeUndefined()
  expect(await next.states()).toEqual(['SUPPRESSED'])
})

test('what SES reports of an address suppresses it for the tenant of the notice; what may pass does not', async () => {
  const { ctx, prepare } = await ready()
  const tenant = ctx().actor.tenant_id
  const report = (detail: object, tags: object = { tenant: [tenant] }) =>
    suppressReported({ detail: { mail: { tags }, ...detail } }, service.runtime)
  const bounce = (bounceType: string) => ({
    bounce: { bounceType, bouncedRecipients: [{ emailAddress: 'Giorgi@example.com' }] },
  })
  await report(bounce('Transient'))
  await report(bounce('Permanent'), {})
  await report(bounce('Permanent'), { tenant: [randomUUID()] })
  expect(await prepare()).toBeDefined()
  for (let n = 0; n < 2; n++) await report(bounce('Permanent'))
  expect(await prepare()).toBeUndefined()
  const reason = async () =>
    (await suppressionOf(ctx().table, addressDigest('GIORGI@example.com'), ctx().now))?.reason
  // A bounce is forgotten after 30 days; a complaint is not.
  expect(await reason()).toBe('bounced')
  service.pass(31 * 24 * 3600)
  expect(await reason()).toBeUndefined()
  await report({ complaint: { complainedRecipients: [{ emailAddress: 'giorgi@example.com' }] } })
  service.pass(365 * 24 * 3600)
  expect(await reason()).toBe('complained')
})

test.each([
  ['en', 'Received', 'Your parcel was received at the warehouse “Airport counter” and will be prepared soon.'],
  ['ru', 'Принята', 'Вашу посылку приняли на складе «Airport counter» и скоро подготовят к отправке.'],
] as const)(
  'in %s, a parcel that was received at the counter is said to be there',
  async (language, title, lead) => {
    const { ctx } = await ready(language)
    const { id } = await send('POST /api/v1/warehouses', { name: 'Airport counter' })
    const body = { ...exampleOf(ReceivedParcel), recipient_email: 'giorgi@example.com', language }
    const { shipment_id } = await send(`POST /api/v1/warehouse/${id}/receive`, body)
    const shipment = await ctx().table.get(shipments, { id: shipment_id })
    const notice = { status: 'RECEIVED', party: 'recipient', language } as const
    const { subject, text } = await composeNotice(ctx(), notice, shipment)
    expect([subject, text]).toEqual([`${title}: ${shipment.tracking_id}`, expect.stringContaining(`${lead}\n`)])
  },
)

test('a parcel that was packed is packed and not on its way, and of several packages some may be at another stage', async () => {
  const { shipment: booked, ctx, put } = await ready('en')
  const compose = async () => {
    const shipment = await ctx().table.get(shipments, { id: booked.id })
    const notice = { status: 'IN_TRANSIT', party: 'recipient', language: 'en' } as const
    return composeNotice(ctx(), notice, shipment)
  }
  await put('IN_TRANSIT')
  const away = await compose()
  expect([away.subject, away.text]).toEqual([
    expect.stringMatching(/^On its way: /),
    expect.stringContaining('Your parcel is on its way to you.\n'),
  ])
  const add = () => send(`POST /api/v1/shipments/${booked.id}/packages`, exampleOf(NewPackage))
  const [one] = [await add(), await add()]
  const bag = await send('POST /api/v1/bags', exampleOf(NewBag))
  await send(`POST /api/v1/bags/${bag.id}/packages/${one.id}`)
  const packed = await compose()
  expect([packed.subject, packed.text]).toEqual([
    expect.stringMatching(/^Packed for its flight: /),
    expect.stringContaining(
      'Your parcel is packed for its flight. Some of its packages may be at another stage.\n',
    ),
  ])
})
