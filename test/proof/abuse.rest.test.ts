import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleaned } from '../../shared/images/image.ts'
import { NewShipment } from '../../shared/domain/shipments/record.ts'
import { chunk, pngWith } from '../support/api/images.ts'
import { book, exampleOf, newTenant, openBag, password, type Tenant } from '../support/api/tenant.ts'
import { inProcess } from '../support/in-process/service.ts'
import { memoryStore } from '../support/in-process/memory-store.ts'
import { tokenOf } from '../support/in-process/tokens.ts'
import { companyThatWrites } from '../support/mail/letters.ts'
import { codeFor, verifyAddress } from '../support/mail/codes.ts'
import { emailsTo } from '../support/mail/mailbox.ts'
import { report, size } from '../support/suite/proof.ts'
import { waitFor, waitUntil } from '../support/suite/wait.ts'
import { companyThatRequires, waiting } from '../api/handovers/handovers.fixture.ts'

// Attacks on one person and on one company's neighbours, all at once, by attackers who know the person's address.

const seen = { letters: 0, guesses: 0, sharedMs: 0, fileMs: 0 }
const letters = { unverified: 0, address: 0, allCompanies: 0, company: 0 }
const takeover = { ended: 0, letters: 0 }
const redirect = { tried: size(3, 20), codes: 0, letters: 0, events: 0 }
const attackers = size(20, 200)
let service: ReturnType<typeof inProcess>
const post = (path: string, body: object, from?: string, token?: string) =>
  service.call(`POST ${path}`, {
    body,
    ...(from !== undefined && { from }),
    ...(token !== undefined && { token }),
  })
const register = async (email: string) => {
  const { body } = await post('/api/v1/auth/register', { email, password, tenant_name: 'Swift Couriers' })
  return { email, ...body } as { email: string; access_token: string; refresh_token: string }
}
beforeAll(() => {
  service = inProcess({ variables: { AUTH_PER_MINUTE: '3000' } })
})

test('a person who is attacked in every way at once signs in, resets the password and works', async () => {
  const home = '192.0.2.80'
  const victim = await register(`victim-${randomUUID()}@example.com`)
  await verifyAddress(service, victim)
  const login = (given = password, from = home) =>
    post('/api/v1/auth/login', { email: victim.email, password: given }, from)
  expect((await login()).status).toBe(200)

  const companies = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const account = await register(`attacker-${randomUUID()}@example.com`)
      await verifyAddress(service, account)
      return account
    }),
  )
  const guess = (code: string, from: string) =>
    post(
      '/auth/email/reset-password',
      { email: victim.email, code, new_password: 'the attacker’s password' },
      from,
    )
  const attacks = Array.from({ length: attackers }, async (_, n) => {
    const from = `198.51.${100 + (n >> 8)}.${n & 255}`
    const { access_token } = companies[n % companies.length]!
    const answers = await Promise.all([
      login('wrong password', from),
      post('/auth/email/send-reset-password', { email: victim.email }, from),
      guess('WRONG000', from),
      guess('WRONG001', from),
      post('/api/v1/users', { email: victim.email, role: 'viewer' }, from, access_token),
    ])
    seen.guesses += 3
    expect(answers.every(({ status }) => status !== 500)).toBe(true)
  })

  // Meanwhile, the victim.
  const reset = async () => {
    await post('/auth/email/send-reset-password', { email: victim.email }, home)
    // Another network may have asked first: its code comes to the victim, too.
    return waitFor(() => codeFor(service, 'reset', victim.email))
  }
  const code = await reset()
  const changed = await post(
    '/auth/email/reset-password',
    { email: victim.email, code, new_password: 'a better pass phrase' },
    home,
  )
  expect(changed.status, changed.text).toBe(200)
  await Promise.all(attacks)
  const { status, body } = await login('a better pass phrase')
  expect(status).toBe(200)
  const booked = await post('/api/v1/shipments', exampleOf(NewShipment), home, body.access_token)
  expect(booked.status).toBe(201)
  seen.letters = service.outboxMessages.filter(({ to }) => to === victim.email).length
  // A verification, a code a minute, and three invitations.
  expect(seen.letters).toBeLessThanOrEqual(1 + 2 + 3)
})

test('a file cannot take more than a moment of a function that all share', () => {
  const profile = chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(4_000_000))]))
  const start = performance.now()
  expect(() => cleaned('image/png', pngWith(...Array.from({ length: 1020 }, () => profile)))).toThrow(
    'second iCCP',
  )
  seen.fileMs = Math.round(performance.now() - start)
})

test('a company that renders labels without end is stopped, and another company’s labels are not', async () => {
  const [busy, other] = [await newTenant(), await newTenant()]
  const label = async (tenant: Tenant, bagId: string) =>
    tenant.send(`GET /api/v1/bags/${bagId}/label?format=zpl`)
  const [busyBag, otherBag] = [await openBag(busy), await openBag(other)]
  const flood = Array.from({ length: 330 }, () => label(busy, busyBag.id))
  const took: number[] = []
  for (let n = 0; n < 20; n++) {
    const start = performance.now()
    expect((await label(other, otherBag.id)).status).toBe(200)
    took.push(performance.now() - start)
  }
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  seen.sharedMs = Math.round(took.sort((a, b) => a - b).at(-1) ?? 0)
  expect((await book(other)).status).toBe('RECEIVED')
})

test('letters to strangers stop at the limits of an address, of one company and of all', async () => {
  const service = inProcess({ store: memoryStore(), variables: { AUTH_PER_MINUTE: '3000' } })
  const { lettersPerAddress, lettersPerCompany, letterShare } = service.runtime.settings
  const sent = async (
    companies: Awaited<ReturnType<typeof companyThatWrites>>[],
    to: (n: number) => string,
    tries: number,
  ) => {
    let letters = 0
    for (let n = 0; n < tries; n++) {
      const written = await companies[n % companies.length]!.writes(to(n))
      if (typeof written === 'object') letters++
    }
    return letters
  }
  const companies = async (count: number) =>
    Promise.all(Array.from({ length: count }, () => companyThatWrites(service)))
  const toOne = () => 'stranger@example.com'
  const toEach = (n: number) => `stranger-${n}@example.com`
  letters.unverified = await sent([await companyThatWrites(service, { verified: false })], toEach, 60)
  letters.address = await sent(await companies(1), toOne, letterShare + 20)
  letters.allCompanies = await sent(await companies(6), toOne, lettersPerAddress + 60)
  letters.company = await sent(await companies(1), toEach, lettersPerCompany + 50)
  expect(letters).toEqual({
    unverified: 0,
    address: letterShare,
    allCompanies: lettersPerAddress - letterShare,
    company: lettersPerCompany,
  })
})

test('a takeover by one look into a mailbox leaves the intruder nothing once its owner has ended what was made', async () => {
  const signIn = async (email: string, secret: string) =>
    (await post('/api/v1/auth/login', { email, password: secret })).body
  const reset = async (email: string, new_password: string) => {
    await post('/auth/email/send-reset-password', { email })
    const code = await codeFor(service, 'reset', email)
    expect((await post('/auth/email/reset-password', { email, code, new_password })).status).toBe(200)
  }
  const owner = await register(`owner-${randomUUID()}@example.com`)
  await verifyAddress(service, owner)
  await reset(owner.email, 'the intruder was here')
  const intruder = await signIn(owner.email, 'the intruder was here')
  const made: string[] = []
  for (let n = 0; n < 5; n++) {
    const body = { name: `Key ${n}`, scopes: ['shipments:read'] }
    made.push((await post('/api/v1/api-keys', body, undefined, intruder.access_token)).body.id)
    const email = `second-${randomUUID()}@example.com`
    made.push(
      (await post('/api/v1/users', { email, role: 'manager' }, undefined, intruder.access_token)).body.id,
    )
  }
  service.pass(61)
  await reset(owner.email, password)
  const again = await signIn(owner.email, password)
  const path = `/api/v1/users/${again.user.id}/grants`
  // The index lags behind.
  await waitFor(async () => {
    const { body } = await service.call(`GET ${path}`, { token: again.access_token })
    expect(body.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(made))
  })
  const ended = await post(`${path}/end`, { ids: made }, undefined, again.access_token)
  expect([ended.status, ended.body]).toEqual([200, []])
  service.pass(6)
  expect(
    (await post('/api/v1/shipments', exampleOf(NewShipment), undefined, intruder.access_token)).status,
  ).toBe(401)
  takeover.ended = made.length
  takeover.letters = service.outboxMessages.filter(
    ({ to, occasion }) => to === owner.email && occasion.includes('_'),
  ).length
})

test('an operator who redirects the codes of recipients gets none, and each change is seen by the recipient and in the timeline', async () => {
  const tenant = await companyThatRequires('code')
  const operator = { token: await tokenOf(tenant.user.tenant_id, { role: 'operator' }) }
  for (let n = 0; n < redirect.tried; n++) {
    const { at, all, recipient_email: former, timeline } = await waiting(tenant)
    const change = async (recipient_email: string) =>
      expect((await tenant.send(`PUT ${at}`, { ...operator, body: { recipient_email } })).status).toBe(200)
    await change(`operator-${randomUUID()}@example.com`)
    if ((await tenant.send(`POST ${at}/handover-code`, operator)).status === 202) redirect.codes++
    await change(former)
    if ((await tenant.send(`POST ${at}/handover-code`, operator)).status === 202) redirect.codes++
    await waitUntil(async () =>
      (await emailsTo({ to: former })).find(({ subject }) => /another address/.test(subject)),
    )
    redirect.letters++
    const events = await timeline(all[0]!)
    redirect.events += (events as { event_type: string }[]).filter(
      ({ event_type }) => event_type === 'DETAILS_CHANGED',
    ).length
  }
  expect(redirect).toEqual({
    tried: redirect.tried,
    codes: 0,
    letters: redirect.tried,
    events: 2 * redirect.tried,
  })
})

afterAll(() =>
  report(
    'Abuse',
    'A person and a company that are attacked keep working',
    `${attackers} networks and 5 companies attacked one person with ${seen.guesses} guesses: ${seen.letters} letters in the mailbox; ` +
      `a malicious file took ${seen.fileMs} ms; a neighbour’s slowest label took ${seen.sharedMs} ms during a flood; ` +
      `letters to strangers in a day: ${letters.unverified} of a company that is not verified, ${letters.address} of one company to one address, ` +
      `${letters.allCompanies} more of six others, ${letters.company} of a new company to anyone; ` +
      `an operator who changed the address of ${redirect.tried} recipients and changed it back got ${redirect.codes} codes, and caused ` +
      `${redirect.letters} e-mails to them and ${redirect.events} events; ` +
      `an owner ended ${takeover.ended} accesses of an intruder at once, after ${takeover.letters} e-mails about them`,
  ),
)
